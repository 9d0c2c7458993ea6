/**
 * What can be asked to be changed, by whoever only looks: the request as a name, what it takes, what it gives.
 * Everything in it can be posted between threads. `AccountWishes` are done by the accounts thread, `HouseWishes`
 * by the supervisor, which alone writes keys.
 */
import type { AccountId, Key, KeyId, Limit, Scope } from './access/key.ts'
import type { KeyKind } from './access/key-kind.ts'
import type { Account, Language, Role } from './accounts/account.ts'
import type { Trace } from './accounts/audit.ts'
import type { SessionId } from './accounts/session.ts'
import type { IndexState } from './search/name-index.ts'

/** The browser behind a wish. */
export interface Visitor {
  /** The `Cookie` header as sent; empty without one. */
  readonly cookies: string
  readonly address: string
  readonly userAgent: string
  readonly language: Language
}

/** A visitor who is signed in, as the guard found it. */
export interface Member extends Visitor {
  readonly account: AccountId
  readonly session: SessionId
}

/** What a wish gives that may sign in or out: the answer, and complete `Set-Cookie` values to be sent with it. */
export interface Done<Gives> {
  readonly gives: Gives
  readonly setCookies: readonly string[]
}

interface Wish<Takes, Gives> {
  readonly takes: Takes
  readonly gives: Gives
}

/** After a password or a passkey: in, or one step before. */
export type SignInStep =
  | { readonly state: 'signed_in'; readonly account: Account; readonly recoveryLeft?: number }
  | { readonly state: 'second_factor'; readonly methods: readonly ('totp' | 'recovery')[] }

/** What a mailed link is good for. */
export const LINK_KINDS = ['sign_up', 'reset', 'new_address', 'invitation'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** What the page of a link shows before its button is pressed. */
export interface LinkView {
  readonly kind: LinkKind
  /** Masked unless this browser asked for it. */
  readonly email: string
  /** The browser is another one than asked: the password decides. */
  readonly needsPassword: boolean
  readonly expiresAtMs: number
}

/** A ceremony of the browser with an authenticator, as @simplewebauthn writes it: JSON both ways, opaque here. */
export type CeremonyJson = Readonly<Record<string, unknown>>

/** A letter in the folder of a house without a mail server. */
export interface LetterView {
  readonly id: string
  readonly atMs: number
  readonly to: string
  readonly subject: string
  readonly kind: string
}
export interface WholeLetter extends LetterView {
  readonly text: string
  readonly links: readonly string[]
}

/** Done by the accounts thread. Every wish is one transaction: after a fault it was done, or it was not. */
export interface AccountWishes {
  signUp: Wish<
    {
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly name: string
      readonly setUpCode?: string
      readonly invitation?: string
    },
    Done<{ readonly sent: true }>
  >
  signUpAgain: Wish<{ readonly visitor: Visitor }, Done<{ readonly sent: true }>>
  lookAtLink: Wish<{ readonly visitor: Visitor; readonly token: string }, LinkView>
  confirmSignUp: Wish<
    { readonly visitor: Visitor; readonly token: string; readonly password?: string },
    Done<{ readonly account: Account }>
  >
  signIn: Wish<
    {
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly stay: boolean
    },
    Done<SignInStep>
  >
  enterCode: Wish<
    { readonly visitor: Visitor; readonly code: string; readonly kind: 'totp' | 'recovery' },
    Done<SignInStep>
  >
  beginPasskeySignIn: Wish<{ readonly visitor: Visitor }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeySignIn: Wish<
    { readonly visitor: Visitor; readonly response: CeremonyJson; readonly stay: boolean },
    Done<SignInStep>
  >
  signOut: Wish<{ readonly member: Member }, Done<null>>
  requestReset: Wish<{ readonly visitor: Visitor; readonly email: string }, { readonly sent: true }>
  finishReset: Wish<
    { readonly visitor: Visitor; readonly token: string; readonly password: string },
    Done<{ readonly state: 'signed_in' | 'sign_in' }>
  >
  prove: Wish<{ readonly member: Member; readonly password: string }, { readonly provenUntilMs: number }>
  beginPasskeyProof: Wish<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeyProof: Wish<
    { readonly member: Member; readonly response: CeremonyJson },
    Done<{ readonly provenUntilMs: number }>
  >
  describeAccount: Wish<
    { readonly member: Member; readonly name?: string; readonly language?: Language },
    Account
  >
  changePassword: Wish<
    { readonly member: Member; readonly current: string; readonly password: string },
    Done<null>
  >
  requestAddress: Wish<{ readonly member: Member; readonly email: string }, { readonly sent: true }>
  confirmAddress: Wish<{ readonly member: Member; readonly token: string }, Account>
  /** `not_found` when it is none of the account's. */
  endSession: Wish<{ readonly member: Member; readonly id: SessionId }, Done<null>>
  endOtherSessions: Wish<{ readonly member: Member }, null>
  /** Notes that the session was used; asked once a minute at most. */
  seeSession: Wish<{ readonly id: SessionId }, null>
  beginSecondFactor: Wish<
    { readonly member: Member },
    Done<{ readonly uri: string; readonly secret: string; readonly recoveryCodes: readonly string[] }>
  >
  finishSecondFactor: Wish<{ readonly member: Member; readonly code: string }, Done<null>>
  endSecondFactor: Wish<{ readonly member: Member; readonly password: string }, Done<null>>
  renewRecoveryCodes: Wish<
    { readonly member: Member; readonly password: string },
    { readonly recoveryCodes: readonly string[] }
  >
  beginPasskey: Wish<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskey: Wish<
    { readonly member: Member; readonly response: CeremonyJson; readonly name: string },
    Done<{ readonly id: string }>
  >
  namePasskey: Wish<{ readonly member: Member; readonly id: string; readonly name: string }, null>
  removePasskey: Wish<{ readonly member: Member; readonly id: string }, null>
  exportAccount: Wish<{ readonly member: Member }, CeremonyJson>
  /** The supervisor ends the keys after it; pages ask `deleteAccount`. */
  emptyAccount: Wish<{ readonly account: AccountId; readonly trace: Trace }, null>
  setUpOperator: Wish<{ readonly member: Member; readonly code: string }, Account>
  /** Only without a mail server, on loopback. */
  letters: Wish<Record<string, never>, readonly LetterView[]>
  letter: Wish<{ readonly id: string }, WholeLetter>
}

/** A change of a key that its owner asks for. */
interface KeyWishOf {
  readonly trace: Trace
  readonly account: AccountId
  readonly id: KeyId
}

/** Everything of a key that may be shown. */
export type ShownKey = Omit<Key, 'hash'>
/** A key and the only sight of its secret. */
export interface IssuedKey {
  readonly key: ShownKey
  readonly secret: string
}

/** What the server is doing now. */
export interface HouseState {
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  /** `undefined` = none is searched yet. */
  readonly index: IndexState | undefined
  readonly isMerging: boolean
  /** `undefined` = none runs. */
  readonly importing: RunningImport | undefined
}

/** An import on its way. */
export interface RunningImport {
  readonly step: 'reading' | 'indexing'
  /** The one that is being read, without its folder; empty while the index is made. */
  readonly file: string
  /** Of the file, 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly rowsPerS: number
  readonly leftMs: number | undefined
}

/** Done by the supervisor. */
export interface HouseWishes {
  createKey: Wish<
    {
      readonly trace: Trace
      readonly account: AccountId
      readonly name: string
      readonly kind: KeyKind
      readonly scopes: readonly Scope[]
      /** From now; absent = the key does not expire. */
      readonly expiresInMs?: number
      readonly addresses: readonly string[]
    },
    IssuedKey
  >
  rotateKey: Wish<KeyWishOf & { readonly overlapMs: number }, IssuedKey & { readonly old: ShownKey }>
  revokeKey: Wish<KeyWishOf, ShownKey>
  renameKey: Wish<KeyWishOf & { readonly name: string }, ShownKey>
  changeAddresses: Wish<KeyWishOf & { readonly addresses: readonly string[] }, ShownKey>
  /** Empties the account, then ends every key. */
  deleteAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  /** For operators: any account's key. `undefined` = back to the default limits. */
  overrideLimit: Wish<
    { readonly trace: Trace; readonly id: KeyId; readonly limit: Limit | undefined },
    ShownKey
  >
  revokeAnyKey: Wish<{ readonly trace: Trace; readonly id: KeyId }, ShownKey>
  suppress: Wish<{ readonly trace: Trace; readonly uuid: string; readonly reason: string }, null>
  lift: Wish<{ readonly trace: Trace; readonly uuid: string }, null>
  /** What only the supervisor knows, for the operator's page. */
  houseState: Wish<Record<string, never>, HouseState>
  /** What the server tells of itself, in the text format of Prometheus. */
  metrics: Wish<Record<string, never>, string>
  disableAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  enableAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  endSessionsOf: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  /** A letter with a link for a new password; the second factor comes off where asked. Gives the link where no mail server is. */
  resetAccount: Wish<
    { readonly trace: Trace; readonly account: AccountId; readonly dropsSecondFactor: boolean },
    { readonly link: string | undefined }
  >
  setRole: Wish<{ readonly trace: Trace; readonly account: AccountId; readonly role: Role }, null>
  invite: Wish<
    { readonly trace: Trace; readonly email: string; readonly role: Role; readonly language: Language },
    { readonly link: string | undefined }
  >
  endInvitation: Wish<{ readonly trace: Trace; readonly id: string }, null>
  /** A letter that failed, once more. */
  sendAgain: Wish<{ readonly trace: Trace; readonly id: string }, null>
}

export type Wishes = AccountWishes & HouseWishes
export type WishName = keyof Wishes

/**
 * Asks for a change and waits until it is done and effective.
 *
 * @throws Failure of the use case, with its reason; `service_unavailable` while the asked thread is being restarted.
 */
export type Ask = <Name extends WishName>(
  name: Name,
  takes: Wishes[Name]['takes'],
) => Promise<Wishes[Name]['gives']>
