// Passkeys in the browser: bytes go over the line as base64url, and the browser wants and gives buffers.

interface Described {
  id: string
  type: 'public-key'
}
/** What the site asks for to add a passkey, as WebAuthn has it in JSON. */
export interface CreationOptions extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Described[]
}
/** And to find out who somebody is. */
export interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function toText(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Whether this page may use passkeys: browsers have them only where nobody can listen, under a name. */
export function havePasskeys(): boolean {
  const number = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && 'PublicKeyCredential' in globalThis && !number
}

function told(credential: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): object {
  const parts = Object.entries(response).filter((part): part is [string, ArrayBuffer] => part[1] !== null)
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(parts.map(([name, bytes]) => [name, toText(bytes)])),
  }
}

/** Make a passkey; null if nobody wanted to. */
export async function makePasskey(options: CreationOptions): Promise<object | null> {
  const credential = await unlessUnwanted(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: toBytes(one.id) })),
      },
    }),
  )
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAttestationResponse)) return null
  const { clientDataJSON, attestationObject } = credential.response
  return told(credential, { clientDataJSON, attestationObject })
}

/** Let somebody choose one of their passkeys; null if nobody wanted to. */
export async function usePasskey(options: RequestOptions): Promise<object | null> {
  const credential = await unlessUnwanted(
    navigator.credentials.get({ publicKey: { ...options, challenge: toBytes(options.challenge), allowCredentials: [] } }),
  )
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  return told(credential, { clientDataJSON, authenticatorData, signature, userHandle })
}

/** Whoever closes the browser's window, or has no passkey, has said no: that is no failure. */
async function unlessUnwanted(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
}
