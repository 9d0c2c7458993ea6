import type { Account } from '../identity/account.ts'

/** After a password or a passkey: in, or one step before. */
export type SignInStep =
  | { readonly state: 'signed_in'; readonly account: Account; readonly recoveryLeft?: number }
  | { readonly state: 'second_factor'; readonly methods: readonly ('totp' | 'recovery')[] }

/** A ceremony of the browser with an authenticator, as @simplewebauthn writes it: JSON both ways, opaque here. */
export type CeremonyJson = Readonly<Record<string, unknown>>
