/** Passkey ceremonies (WebAuthn) between the server, the browser and its authenticator. */
import { useMutation } from '@tanstack/react-query'
import { CallFailure, post } from './call.ts'

/** The dialog of the browser was closed or timed out. */
export class PasskeyGivenUp extends CallFailure {
  constructor() {
    super({ status: 400, code: 'passkey', reason: 'given_up', text: 'given up' })
  }
}

/**
 * Authenticates with a passkey: `<path>/begin`, the browser's dialog, `<path>/finish`.
 *
 * @throws PasskeyGivenUp, CallFailure
 */
export async function showPasskey<Answer>(path: string, more: object = {}): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await post<{ options: never }>(`${path}/begin`)
  const response = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw new PasskeyGivenUp()
  })
  return post<Answer>(`${path}/finish`, { response, ...more })
}

export function usePasskey<Answer>(path: string, onShown: (answer: Answer) => void) {
  return useMutation({
    mutationFn: (more: object) => showPasskey<Answer>(path, more),
    onSuccess: onShown,
  })
}

/** Returns whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/**
 * Registers a passkey for the account that is signed in.
 *
 * @param proven makes a call, and opens the dialog for the password first if the server requires that
 * @throws PasskeyGivenUp, CallFailure
 */
export async function makePasskey(
  proven: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  name: string,
): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await proven(() => post<{ options: never }>('account/passkeys/begin'))
  const response = await startRegistration({ optionsJSON: options }).catch(() => {
    throw new PasskeyGivenUp()
  })
  await proven(() => post('account/passkeys/finish', { response, name }))
}
