/**
 * Routes for sign-up, sign-in and sign-out, e-mailed links and re-authentication. The accounts thread does
 * all of it.
 */

import type { Done } from '../../core/accounts/browser.ts'
import type { SignInStep } from '../../core/accounts/sign-in-step.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { appRoute } from './app-route.ts'
import { NOTHING, provenSchema, sentSchema } from './app-schemas.ts'
import { accountWire, timeWire } from './app-wire.ts'
import {
  accountResult,
  codeBody,
  confirmBody,
  finishResetBody,
  finishResetResult,
  linkBody,
  linkResult,
  proveBody,
  resetBody,
  signInBody,
  signInResult,
  signUpBody,
} from './auth-schemas.ts'

const ANYONE = { app: 'anyone' } as const
const MEMBER = { app: 'account' } as const

const signUp = appRoute({
  id: 'signUp',
  method: 'POST',
  path: '/auth/sign-up',
  access: ANYONE,
  body: signUpBody,
  result: sentSchema,
  status: 202,
  answer({ sendCommand }, { body, visitor }) {
    const { email, password, name, language, set_up_code, invitation } = body
    return sendCommand('signUp', {
      visitor: language === undefined ? visitor() : { ...visitor(), language },
      email,
      password,
      name,
      ...(set_up_code !== undefined && { setUpCode: set_up_code }),
      ...(invitation !== undefined && { invitation }),
    })
  },
})

const signUpAgain = appRoute({
  id: 'signUpAgain',
  method: 'POST',
  path: '/auth/sign-up/again',
  access: ANYONE,
  body: NOTHING,
  result: sentSchema,
  status: 202,
  answer: ({ sendCommand }, { visitor }) => sendCommand('signUpAgain', { visitor: visitor() }),
})

const lookAtLink = appRoute({
  id: 'lookAtLink',
  method: 'POST',
  path: '/auth/links/look',
  access: ANYONE,
  body: linkBody,
  result: linkResult,
  errors: ['not_found', 'conflict'],
  async answer({ sendCommand }, { body, visitor }) {
    const { kind, email, needsPassword, expiresAtMs } = await sendCommand('lookAtLink', {
      visitor: visitor(),
      token: body.token,
    })
    return { result: { kind, email, needs_password: needsPassword, expires_at: timeWire(expiresAtMs) } }
  },
})

const confirmSignUp = appRoute({
  id: 'confirmSignUp',
  method: 'POST',
  path: '/auth/sign-up/confirm',
  access: ANYONE,
  body: confirmBody,
  result: accountResult,
  errors: ['unauthorized', 'not_found', 'conflict'],
  async answer(needs, { body, visitor }) {
    const { result, setCookies } = await needs.sendCommand('confirmSignUp', {
      visitor: visitor(),
      token: body.token,
      ...(body.password !== undefined && { password: body.password }),
    })
    return { result: { account: await accountWire(needs, result.account) }, setCookies }
  },
})

const signIn = appRoute({
  id: 'signIn',
  method: 'POST',
  path: '/auth/sign-in',
  access: ANYONE,
  body: signInBody,
  result: signInResult,
  errors: ['unauthorized', 'rate_limited'],
  answer: async (needs, { body, visitor }) =>
    stepWire(needs, await needs.sendCommand('signIn', { visitor: visitor(), ...body })),
})

const enterCode = appRoute({
  id: 'enterCode',
  method: 'POST',
  path: '/auth/sign-in/code',
  access: ANYONE,
  body: codeBody,
  result: signInResult,
  errors: ['unauthorized', 'rate_limited'],
  answer: async (needs, { body, visitor }) =>
    stepWire(needs, await needs.sendCommand('enterCode', { visitor: visitor(), ...body })),
})

const signOut = appRoute({
  id: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  access: MEMBER,
  body: NOTHING,
  result: undefined,
  async answer({ sendCommand }, { member }) {
    const { setCookies } = await sendCommand('signOut', { member: member() })
    // The browser also drops pages kept for its "back" button. Its storage contains no personal data.
    return { result: null, setCookies, headers: { 'clear-site-data': '"cache"' } }
  },
})

const requestReset = appRoute({
  id: 'requestReset',
  method: 'POST',
  path: '/auth/reset',
  access: ANYONE,
  body: resetBody,
  result: sentSchema,
  status: 202,
  answer: async ({ sendCommand }, { body, visitor }) => ({
    result: await sendCommand('requestReset', { visitor: visitor(), email: body.email }),
  }),
})

const finishReset = appRoute({
  id: 'finishReset',
  method: 'POST',
  path: '/auth/reset/finish',
  access: ANYONE,
  body: finishResetBody,
  result: finishResetResult,
  errors: ['not_found', 'conflict'],
  answer: ({ sendCommand }, { body, visitor }) => sendCommand('finishReset', { visitor: visitor(), ...body }),
})

const reAuthenticate = appRoute({
  id: 'prove',
  method: 'POST',
  path: '/auth/prove',
  access: MEMBER,
  body: proveBody,
  result: provenSchema,
  errors: ['rate_limited'],
  async answer({ sendCommand }, { body, member }) {
    const { provenUntilMs } = await sendCommand('reAuthenticate', {
      member: member(),
      password: body.password,
    })
    return { result: { proven_until: timeWire(provenUntilMs) } }
  },
})

/** Returns the response after a password, a code or a passkey. */
export async function stepWire(needs: HttpNeeds, { result, setCookies }: Done<SignInStep>) {
  if (result.state === 'second_factor') {
    return { result: { state: result.state, methods: [...result.methods] }, setCookies }
  }
  const { state, account, recoveryLeft } = result
  const left = recoveryLeft === undefined ? {} : { recovery_left: recoveryLeft }
  return { result: { state, account: await accountWire(needs, account), ...left }, setCookies }
}

/** All routes for sign-up, sign-in and sign-out. */
export const AUTH_ROUTES: readonly Route[] = [
  signUp,
  signUpAgain,
  lookAtLink,
  confirmSignUp,
  signIn,
  enterCode,
  signOut,
  requestReset,
  finishReset,
  reAuthenticate,
]
