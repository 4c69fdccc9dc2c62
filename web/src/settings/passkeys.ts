// Passkeys in the browser. The API sends bytes as base64url; the browser takes and returns buffers.

import type { CreationOptions, RequestOptions } from '../net/api'

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function toText(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Whether this page may use passkeys: browsers offer them only in a secure context, under a host name. */
export function havePasskeys(): boolean {
  const number = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && 'PublicKeyCredential' in globalThis && !number
}

function encoded(credential: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): object {
  const parts = Object.entries(response).filter((part): part is [string, ArrayBuffer] => part[1] !== null)
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(parts.map(([name, bytes]) => [name, toText(bytes)])),
  }
}

/** Create a passkey; null if the guest cancels. */
export async function makePasskey(options: CreationOptions): Promise<object | null> {
  const credential = await nullIfCancelled(
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
  return encoded(credential, { clientDataJSON, attestationObject })
}

/** Let the guest choose one of their passkeys; null if they cancel. */
export async function usePasskey(options: RequestOptions): Promise<object | null> {
  const credential = await nullIfCancelled(
    navigator.credentials.get({ publicKey: { ...options, challenge: toBytes(options.challenge), allowCredentials: [] } }),
  )
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  return encoded(credential, { clientDataJSON, authenticatorData, signature, userHandle })
}

/** Closing the browser's dialog, or having no passkey, cancels: that is no error. */
async function nullIfCancelled(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
}
