"""Who a guest is: identity, devices, passkeys, erasure. Only `http` and `site` import it."""
