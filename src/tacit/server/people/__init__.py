"""Who a guest is: identity, devices, passkeys, erasure. `watch` and rooms above import it."""
