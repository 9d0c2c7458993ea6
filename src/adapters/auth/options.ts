/**
 * The complete configuration of the sign-in library. docs/decisions/0007 says which of its features are not
 * used, and why.
 */

import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { type Cookie, cookieName } from '../../core/accounts/cookie-names.ts'
import type { PasswordHasher } from '../../core/accounts/password-hasher.ts'
import { ABSOLUTE_MS, STAYING_ABSOLUTE_MS } from '../../core/accounts/session.ts'
import type { Needs } from '../../core/ports.ts'
import { randomText } from '../../core/random-text.ts'
import { OWN_CODES } from './ceremony-of.ts'
import { hashedTokens } from './hashed-tokens.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { type SessionTerms, sessionTerms } from './session-terms.ts'
import { signInPlugin } from './sign-in-plugin.ts'

/** The name of this service in authenticator apps and passkey dialogs. */
export const SERVICE_NAME = 'firmensuche'

/** What the sign-in library needs. */
export interface AuthNeeds extends Needs<'clock' | 'secrets'> {
  /** The tables of accounts. */
  readonly tables: Parameters<typeof kyselyAdapter>[0]
  readonly hasher: PasswordHasher
  /** Returns whether the account is neither disabled nor deleted. */
  readonly isOpen: (account: string) => Promise<boolean>
  /** Address of the dashboard, without a path. */
  readonly publicUrl: URL
  /** Secret of the library only: signs cookies, encrypts second factors. */
  readonly secret: string
  /**
   * Result of `secretFor('sessions', …)`: signs the session cookie in place of the library, so that threads
   * that verify it cannot decrypt second factors.
   */
  readonly sessionSecret: string
}

/** Length of the ids of rows that the library creates. */
const ID_CHARACTERS = 22

/** Returns the options of the sign-in library. */
export function authOptions(needs: AuthNeeds) {
  const { publicUrl, hasher, secret } = needs
  return {
    appName: SERVICE_NAME,
    baseURL: publicUrl.origin,
    basePath: '/app/api/auth',
    secret,
    database: (options: BetterAuthOptions) =>
      hashedTokens(kyselyAdapter(needs.tables, { type: 'sqlite' })(options)),
    ...TABLES,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: (password: string) => hasher.hash(password),
        verify: ({ hash, password }: { hash: string; password: string }) => hasher.verify(hash, password),
      },
    },
    session: {
      ...TABLES.session,
      expiresIn: STAYING_ABSOLUTE_MS / 1000,
      disableSessionRefresh: true,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    databaseHooks: { session: { create: sessionHooks(needs) } },
    plugins: [twoFactorOf(needs), passkeyOf(publicUrl), signInPlugin()],
    advanced: { ...cookiesOf(publicUrl), ...idsOf(needs), ipAddress: { disableIpTracking: true } },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions
}

/** Maps the library's names of tables and columns to ours. */
const TABLES = {
  user: {
    modelName: 'accounts',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  account: {
    modelName: 'credentials',
    fields: {
      accountId: 'external_id',
      providerId: 'provider',
      userId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'account_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
    additionalFields: {
      stays: { type: 'boolean', required: false, input: false },
      seenAtMs: { type: 'number', required: false, input: false, fieldName: 'seen_at_ms' },
      provenAtMs: { type: 'number', required: false, input: false, fieldName: 'proven_at_ms' },
      method: { type: 'string', required: false, input: false },
    },
  },
  verification: {
    modelName: 'challenges',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    storeIdentifier: 'hashed',
  },
} as const satisfies Partial<BetterAuthOptions>

function sessionHooks({ clock, isOpen }: AuthNeeds) {
  return {
    before: async (session: { userId: string; expiresAt: Date }) => {
      const terms = termsNow()
      if (!(await isOpen(session.userId))) throw new APIError('FORBIDDEN', { code: OWN_CODES.disabled })
      if (terms.isProofOnly === true) {
        throw new APIError('FORBIDDEN', { code: OWN_CODES.proofOnly, message: session.userId })
      }
      const nowMs = clock.nowMs()
      const stays = terms.stays ?? outlivesADay(session.expiresAt)
      return {
        data: {
          ...session,
          expiresAt: new Date(nowMs + (stays ? STAYING_ABSOLUTE_MS : ABSOLUTE_MS)),
          ipAddress: terms.address,
          userAgent: terms.userAgent.slice(0, USER_AGENT_MAX),
          stays,
          seenAtMs: nowMs,
          provenAtMs: terms.provenAtMs ?? null,
          method: terms.method,
        },
      }
    },
    after: async ({ id, userId }: { id: string; userId: string }) => {
      termsNow().made = { session: id, account: userId } as NonNullable<SessionTerms['made']>
    },
  }
}

/** Maximum length of a stored user agent, in characters. */
const USER_AGENT_MAX = 400

function termsNow(): SessionTerms {
  const terms = sessionTerms.getStore()
  if (terms === undefined) throw new Error('a session is being made, and nobody said on which terms')
  return terms
}

/**
 * Returns whether a session was created with "stay signed in": the library gives it the whole of `expiresIn`
 * then, otherwise one day.
 */
function outlivesADay(expiresAt: Date): boolean {
  return expiresAt.getTime() - Date.now() > 2 * ABSOLUTE_MS
}

function twoFactorOf({ secrets }: AuthNeeds) {
  return twoFactor({
    issuer: SERVICE_NAME,
    backupCodeOptions: { customBackupCodesGenerate: () => [...newRecoveryCodes({ secrets })] },
    schema: {
      user: { fields: { twoFactorEnabled: 'second_factor' } },
      twoFactor: {
        modelName: 'second_factors',
        fields: {
          backupCodes: 'recovery_codes',
          userId: 'account_id',
          failedVerificationCount: 'failures',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

/**
 * Configures passkeys. A passkey counts as two factors, so the authenticator must have verified the user; the
 * library itself does not require that.
 */
function passkeyOf(publicUrl: URL) {
  const needVerified = (isVerified: boolean | undefined) => {
    if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: OWN_CODES.notVerified })
  }
  return passkey({
    rpID: publicUrl.hostname,
    rpName: SERVICE_NAME,
    origin: publicUrl.origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => needVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => needVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'account_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

function cookiesOf(publicUrl: URL) {
  const isSecure = publicUrl.protocol === 'https:'
  const named = (cookie: Cookie) => ({ name: cookieName(cookie, isSecure) })
  return {
    useSecureCookies: false,
    cookies: {
      session_token: named('session'),
      dont_remember: named('stay'),
      two_factor: named('factor'),
      passkey: named('passkey'),
    },
    defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
  } as const
}

function idsOf({ secrets }: AuthNeeds) {
  return {
    database: {
      generateId: ({ model }: { model: string }) =>
        `${model === 'session' ? 'ses_' : ''}${randomText({ secrets }, ID_CHARACTERS)}`,
    },
  }
}
