import type { Account } from '../identity/account.ts'

/** The result of a sign-in step: signed in, or a second factor is required. */
export type SignInStep =
  | { readonly state: 'signed_in'; readonly account: Account; readonly recoveryLeft?: number }
  | { readonly state: 'second_factor'; readonly methods: readonly ('totp' | 'recovery')[] }

/** Data of a WebAuthn ceremony in the JSON form of @simplewebauthn, in both directions; opaque here. */
export type CeremonyJson = Readonly<Record<string, unknown>>
