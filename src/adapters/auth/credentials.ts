import type { APIError } from 'better-auth/api'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { betterAuth } from 'better-auth/minimal'
import type { Done, Visitor } from '../../core/accounts/browser.ts'
import type {
  AddedPasskey,
  Ceremony,
  Credentials,
  NewFactor,
  NewSession,
  ShownPasskey,
} from '../../core/accounts/credentials.ts'
import type { SessionId } from '../../core/accounts/session.ts'
import type { CeremonyJson } from '../../core/accounts/sign-in-step.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { codeOf, OWN_CODES, stateOf } from './ceremony-of.ts'
import { CookieJar } from './cookie-jar.ts'
import { type AuthNeeds, authOptions, SERVICE_NAME } from './options.ts'
import { base32, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'
import { type SessionTerms, sessionTerms } from './session-terms.ts'
import { isCode } from './totp.ts'

/** A call of the library: takes a body and headers, returns its response and the headers to send. */
type AuthCall = (params: {
  readonly headers: Headers
  readonly returnHeaders: true
  readonly body?: unknown
}) => Promise<{ readonly headers: Headers | null; readonly response: unknown }>

/** The calls of the library that are used. None of its routes is exposed. */
type CallName =
  | 'signInEmail'
  | 'verifyTOTP'
  | 'verifyBackupCode'
  | 'signOut'
  | 'signInAs'
  | 'generatePasskeyAuthenticationOptions'
  | 'verifyPasskeyAuthentication'
  | 'generatePasskeyRegistrationOptions'
  | 'verifyPasskeyRegistration'

/** Length of the secret shared with an authenticator app, in characters of nearly 6 bits each. */
const FACTOR_CHARACTERS = 32

/**
 * Signs users in with better-auth, which is called as a library: it keeps ceremonies and rows of sessions,
 * and signs all cookies except the session's.
 */
export class BetterAuthCredentials implements Credentials {
  readonly #needs: AuthNeeds
  readonly #calls: Record<CallName, AuthCall>
  readonly #jar: CookieJar

  constructor(needs: AuthNeeds) {
    this.#needs = needs
    this.#calls = betterAuth(authOptions(needs)).api as unknown as Record<CallName, AuthCall>
    this.#jar = new CookieJar(needs)
  }

  async signIn(
    visitor: Visitor,
    { email, password, stay }: { email: string; password: string; stay: boolean },
  ): Promise<Done<Ceremony>> {
    const body = { email, password, rememberMe: stay }
    const done = await this.#ceremony('signInEmail', visitor, this.#ofPassword(visitor, stay), body)
    return stay ? { ...done, setCookies: [...done.setCookies, this.#jar.gone('stay')] } : done
  }

  enterCode(visitor: Visitor, kind: 'totp' | 'recovery', typed: string): Promise<Done<Ceremony>> {
    // With a session's cookie the code would be checked for that session's account.
    const signedOut = this.#jar.without(visitor, 'session')
    const terms = this.#ofPassword(visitor, undefined)
    return kind === 'totp'
      ? this.#ceremony('verifyTOTP', signedOut, terms, { code: typed })
      : this.#ceremony('verifyBackupCode', signedOut, terms, { code: readRecoveryCode(typed) })
  }

  async signInAs(visitor: Visitor, account: AccountId, session: NewSession): Promise<Done<SessionId>> {
    const terms = termsOf(visitor, session)
    const { setCookies } = await this.#call('signInAs', visitor, terms, { account, stays: session.stays })
    if (terms.made === undefined) throw new Error('better-auth has created no session')
    const done = { result: terms.made.session, setCookies }
    return session.stays ? { ...done, setCookies: [...setCookies, this.#jar.gone('stay')] } : done
  }

  async signOut(visitor: Visitor): Promise<Done<null>> {
    const { setCookies } = await this.#call('signOut', visitor, noSession())
    return { result: null, setCookies }
  }

  async newFactor(email: string): Promise<NewFactor> {
    const secret = generateRandomString(FACTOR_CHARACTERS)
    const shown = base32(Buffer.from(secret))
    const asked = new URLSearchParams({ secret: shown, issuer: SERVICE_NAME, digits: '6', period: '30' })
    return {
      secret: shown,
      uri: `otpauth://totp/${SERVICE_NAME}:${encodeURIComponent(email)}?${asked}`,
      sealedSecret: await this.#seal(secret),
      ...(await this.newRecoveryCodes()),
    }
  }

  async newRecoveryCodes(): Promise<Pick<NewFactor, 'recoveryCodes' | 'sealedRecoveryCodes'>> {
    const recoveryCodes = newRecoveryCodes(this.#needs)
    return { recoveryCodes, sealedRecoveryCodes: await this.#seal(JSON.stringify(recoveryCodes)) }
  }

  async countRecoveryCodes(sealed: string): Promise<number> {
    const codes = await symmetricDecrypt({ key: this.#needs.secret, data: sealed })
    return (JSON.parse(codes) as string[]).length
  }

  async isFactorCode(sealedSecret: string, code: string): Promise<boolean> {
    const secret = await symmetricDecrypt({ key: this.#needs.secret, data: sealedSecret })
    // The machine's clock, as the library uses it when it checks the code at the next sign-in.
    return isCode(Buffer.from(secret), code, Date.now())
  }

  async requestPasskey(visitor: Visitor, isSignedIn: boolean): Promise<Done<CeremonyJson>> {
    const asking = isSignedIn ? visitor : this.#jar.without(visitor, 'session')
    const { response, setCookies } = await this.#call(
      'generatePasskeyAuthenticationOptions',
      asking,
      noSession(),
    )
    return { result: { ...(response as CeremonyJson), userVerification: 'required' }, setCookies }
  }

  async readPasskey(visitor: Visitor, response: CeremonyJson): Promise<ShownPasskey> {
    try {
      await this.#call(
        'verifyPasskeyAuthentication',
        visitor,
        { ...noSession(), isProofOnly: true },
        { response },
      )
    } catch (error) {
      if (codeOf(error) === OWN_CODES.proofOnly) {
        const account = (error as APIError).body?.message as AccountId
        return { state: 'shown', account, credential: String(response.id) }
      }
      return { state: stateOf(error) === 'disabled' ? 'disabled' : 'wrong' }
    }
    throw new Error('a passkey was shown, and nobody was asked whose it is')
  }

  async beginPasskey(visitor: Visitor): Promise<Done<CeremonyJson>> {
    const { response, setCookies } = await this.#call(
      'generatePasskeyRegistrationOptions',
      visitor,
      noSession(),
    )
    return { result: response as CeremonyJson, setCookies }
  }

  async finishPasskey(visitor: Visitor, response: CeremonyJson, name: string): Promise<Done<AddedPasskey>> {
    try {
      const made = await this.#call('verifyPasskeyRegistration', visitor, noSession(), { response, name })
      const { id } = made.response as { id: string }
      return { result: { state: 'added', id }, setCookies: made.setCookies }
    } catch (error) {
      stateOf(error)
      return { result: { state: 'wrong' }, setCookies: [] }
    }
  }

  /** Calls the library and returns the outcome of a step that may create a session. */
  async #ceremony(
    name: CallName,
    visitor: Visitor,
    terms: SessionTerms,
    body: unknown,
  ): Promise<Done<Ceremony>> {
    try {
      const { response, setCookies } = await this.#call(name, visitor, terms, body)
      const { twoFactorRedirect } = response as { twoFactorRedirect?: boolean }
      if (terms.made === undefined) throw new Error(`${name} went through and made no session`)
      const { account, session } = terms.made
      if (twoFactorRedirect === true) return { result: { state: 'second_factor', account }, setCookies }
      return { result: { state: 'signed_in', account, session }, setCookies }
    } catch (error) {
      return { result: { state: stateOf(error) }, setCookies: this.#jar.ours(headersOf(error)) }
    }
  }

  async #call(
    name: CallName,
    visitor: Visitor,
    terms: SessionTerms,
    body?: unknown,
  ): Promise<{ response: unknown; setCookies: readonly string[] }> {
    const headers = new Headers({
      cookie: this.#jar.forLibrary(visitor),
      origin: this.#needs.publicUrl.origin,
    })
    const { headers: set, response } = await sessionTerms.run(terms, () =>
      this.#calls[name]({ headers, returnHeaders: true, body }),
    )
    return { response, setCookies: this.#jar.ours(set) }
  }

  #seal(text: string): Promise<string> {
    return symmetricEncrypt({ key: this.#needs.secret, data: text })
  }

  #ofPassword(visitor: Visitor, stays: boolean | undefined): SessionTerms {
    return termsOf(visitor, { stays, method: 'password', provenAtMs: this.#needs.clock.nowMs() })
  }
}

/** Returns the terms of a call that creates no session. */
function noSession(): SessionTerms {
  return {
    stays: undefined,
    method: 'password',
    provenAtMs: undefined,
    address: '',
    userAgent: '',
    made: undefined,
  }
}

function termsOf(
  { address, userAgent }: Visitor,
  session: Pick<SessionTerms, 'stays' | 'method' | 'provenAtMs'>,
): SessionTerms {
  return { ...session, address, userAgent, made: undefined }
}

/** Returns the headers of a refusal, which the library stores on the error under a symbol. */
function headersOf(error: unknown): Headers | null {
  const held = Object.getOwnPropertySymbols(error as object).map(
    (symbol) => (error as Record<symbol, unknown>)[symbol],
  )
  return (held.find((value) => value instanceof Headers) as Headers | undefined) ?? null
}
