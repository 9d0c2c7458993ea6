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
    letters_page: z.boolean(),
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

export const linkBody = z.strictObject({ token: tokenField })

/** Facts about an e-mailed link. */
export const linkResult = z.strictObject({
  kind: z.enum(LINK_KINDS),
  /** Shortened (`a…@example.org`), unless this browser requested the e-mail. */
  email: z.string(),
  needs_password: z.boolean(),
  expires_at: timeField,
})

export const confirmBody = z.strictObject({ token: tokenField, password: passwordField.optional() })
export const accountResult = z.strictObject({ account: accountSchema })

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

export const codeBody = z.strictObject({ code: codeField, kind: z.enum(['totp', 'recovery']) })
export const passkeySignInBody = z.strictObject({
  response: ceremonySchema,
  stay: z.boolean().default(false),
})

export const resetBody = z.strictObject({ email: emailField })
export const finishResetBody = z.strictObject({ token: tokenField, password: passwordField })
/** `sign_in`: the new password is set, and signing in requires the second factor. */
export const finishResetResult = z.strictObject({ state: z.enum(['signed_in', 'sign_in']) })

export const proveBody = z.strictObject({ password: passwordField })
export const ceremonyBody = z.strictObject({ response: ceremonySchema })
