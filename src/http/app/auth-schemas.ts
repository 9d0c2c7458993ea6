/** Schemas of the routes for sign-up, sign-in and sign-out. */
import { z } from 'zod'
import { LINK_KINDS } from '../../core/notifications/link-kind.ts'
import {
  accountSchema,
  ceremonySchema,
  codeField,
  emailField,
  languageField,
  nameField,
  passwordField,
  timeField,
  tokenField,
} from './app-schemas.ts'

/** The current session and facts about the server; the first request of every page. */
export const sessionResult = z.strictObject({
  account: accountSchema.nullable(),
  session: z
    .strictObject({ id: z.string(), proven_until: timeField.nullable(), stays: z.boolean() })
    .nullable(),
  settings: z.strictObject({
    sign_up: z.enum(['open', 'domains', 'closed']),
    public_search: z.boolean(),
    public_url: z.string(),
    mail: z.enum(['smtp', 'folder']),
    /** Whether e-mails are shown on a page of the dashboard. */
    emails_page: z.boolean(),
    /** Plain http on an address that others can reach: nobody can sign in. */
    insecure: z.boolean(),
    imprint_url: z.string().nullable(),
    privacy_url: z.string().nullable(),
    version: z.string(),
  }),
})

/** Data of a new account. */
export const signUpBody = z.strictObject({
  email: emailField,
  password: passwordField,
  name: nameField.default(''),
  language: languageField.optional(),
  set_up_code: codeField.optional(),
  invitation: tokenField.optional(),
})

/** Facts about an e-mailed link. */
export const linkResult = z.strictObject({
  kind: z.enum(LINK_KINDS),
  /** Shortened (`a…@example.org`), unless this browser requested the e-mail. */
  email: z.string(),
  needs_password: z.boolean(),
  expires_at: timeField,
})

/** The token of a sign-up link. The password is required if another browser signed up. */
export const confirmBody = z.strictObject({ token: tokenField, password: passwordField.optional() })

/** E-mail address and password of a sign-in. */
export const signInBody = z.strictObject({
  email: emailField,
  password: passwordField,
  stay: z.boolean().default(false),
})

/** Signed in, or a second factor is required. */
export const signInResult = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('signed_in'),
    account: accountSchema,
    /** Number of unused recovery codes, if one was used. */
    recovery_left: z.int().min(0).optional(),
  }),
  z.strictObject({
    state: z.literal('second_factor'),
    methods: z.array(z.enum(['totp', 'recovery'])),
  }),
])

/** The code of a second factor. */
export const codeBody = z.strictObject({ code: codeField, kind: z.enum(['totp', 'recovery']) })
/** The authenticator's response to a sign-in with a passkey. */
export const passkeySignInBody = z.strictObject({
  response: ceremonySchema,
  stay: z.boolean().default(false),
})

/** The token of a reset link, and the new password. */
export const finishResetBody = z.strictObject({ token: tokenField, password: passwordField })
/** `sign_in`: the new password is set, and signing in requires the second factor. */
export const finishResetResult = z.strictObject({ state: z.enum(['signed_in', 'sign_in']) })

/** The authenticator's response to a WebAuthn ceremony. */
export const ceremonyBody = z.strictObject({ response: ceremonySchema })
