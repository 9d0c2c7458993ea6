/** Ceremonies between the browser, its authenticator and the server. */
import { useMutation } from '@tanstack/react-query'
import { CallFailure, change } from './call.ts'

/** The person closed the browser's own dialog, or it ran out of time. */
export class PasskeyGivenUp extends CallFailure {
  constructor() {
    super({ status: 400, code: 'passkey', reason: 'given_up', text: 'given up' })
  }
}

/**
 * Shows a passkey: `<path>/begin`, the browser's dialog, `<path>/finish`.
 *
 * @throws PasskeyGivenUp, CallFailure
 */
export async function showPasskey<Gives>(path: string, more: object = {}): Promise<Gives> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await change<{ options: never }>(`${path}/begin`)
  const response = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw new PasskeyGivenUp()
  })
  return change<Gives>(`${path}/finish`, { response, ...more })
}

export function usePasskey<Gives>(path: string, onShown: (gives: Gives) => void) {
  return useMutation({
    mutationFn: (more: object) => showPasskey<Gives>(path, more),
    onSuccess: onShown,
  })
}

/** Whether this browser can hold or show one at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/**
 * Makes a passkey for the account that is signed in.
 *
 * @param proven makes a call, asking for the password before it where the server wants that
 * @throws PasskeyGivenUp, CallFailure
 */
export async function makePasskey(
  proven: <Gives>(call: () => Promise<Gives>) => Promise<Gives>,
  name: string,
): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await proven(() => change<{ options: never }>('account/passkeys/begin'))
  const response = await startRegistration({ optionsJSON: options }).catch(() => {
    throw new PasskeyGivenUp()
  })
  await proven(() => change('account/passkeys/finish', { response, name }))
}
