"""Who a guest is: identity, devices, passkeys, invitations, erasure. `http` imports it."""
