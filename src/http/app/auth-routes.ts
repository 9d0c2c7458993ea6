/**
 * Routes for sign-up, sign-in and sign-out, e-mailed links and re-authentication. The accounts thread does
 * all of it.
 */

import type { Done } from '../../core/accounts/browser.ts'
import type { SignInStep } from '../../core/accounts/sign-in-step.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { ANYONE, appRoute, MEMBER } from './app-route.ts'
import {
  accountAnswer,
  emailBody,
  NOTHING,
  passwordBody,
  provenSchema,
  sentSchema,
  tokenBody,
} from './app-schemas.ts'
import { accountWire, timeWire } from './app-wire.ts'
import {
  codeBody,
  confirmBody,
  finishResetBody,
  finishResetResult,
  linkResult,
  signInBody,
  signInResult,
  signUpBody,
} from './auth-schemas.ts'

/** All routes for sign-up, sign-in and sign-out. */
export const AUTH_ROUTES: readonly Route[] = [
  appRoute({
    id: 'signUp',
    path: '/auth/sign-up',
    access: ANYONE,
    body: signUpBody,
    result: sentSchema,
    status: 202,
    answer({ sendCommand }, { body, visitor }) {
      const { email, password, name, language, set_up_code, invitation } = body
      return sendCommand('signUp', {
        visitor: language === undefined ? visitor : { ...visitor, language },
        email,
        password,
        name,
        ...(set_up_code !== undefined && { setUpCode: set_up_code }),
        ...(invitation !== undefined && { invitation }),
      })
    },
  }),
  appRoute({
    id: 'signUpAgain',
    path: '/auth/sign-up/again',
    access: ANYONE,
    body: NOTHING,
    result: sentSchema,
    status: 202,
    answer: ({ sendCommand }, { visitor }) => sendCommand('signUpAgain', { visitor }),
  }),
  appRoute({
    id: 'describeLink',
    path: '/auth/links/look',
    access: ANYONE,
    body: tokenBody,
    result: linkResult,
    async answer({ sendCommand }, { body, visitor }) {
      const { kind, email, needsPassword, expiresAtMs } = await sendCommand('describeLink', {
        visitor,
        ...body,
      })
      return { result: { kind, email, needs_password: needsPassword, expires_at: timeWire(expiresAtMs) } }
    },
  }),
  appRoute({
    id: 'confirmSignUp',
    path: '/auth/sign-up/confirm',
    access: ANYONE,
    body: confirmBody,
    result: accountAnswer,
    async answer(needs, { body: { token, password }, visitor }) {
      const proof = { token, ...(password !== undefined && { password }) }
      const { result, setCookies } = await needs.sendCommand('confirmSignUp', { visitor, ...proof })
      return { result: { account: await accountWire(needs, result.account) }, setCookies }
    },
  }),
  appRoute({
    id: 'signIn',
    path: '/auth/sign-in',
    access: ANYONE,
    body: signInBody,
    result: signInResult,
    answer: async (needs, { body, visitor }) =>
      stepWire(needs, await needs.sendCommand('signIn', { visitor, ...body })),
  }),
  appRoute({
    id: 'enterCode',
    path: '/auth/sign-in/code',
    access: ANYONE,
    body: codeBody,
    result: signInResult,
    answer: async (needs, { body, visitor }) =>
      stepWire(needs, await needs.sendCommand('enterCode', { visitor, ...body })),
  }),
  appRoute({
    id: 'signOut',
    path: '/auth/sign-out',
    access: MEMBER,
    body: NOTHING,
    async answer({ sendCommand }, { member }) {
      const { setCookies } = await sendCommand('signOut', { member })
      // The browser also drops pages kept for its "back" button. Its storage contains no personal data.
      return { result: null, setCookies, headers: { 'clear-site-data': '"cache"' } }
    },
  }),
  appRoute({
    id: 'requestReset',
    path: '/auth/reset',
    access: ANYONE,
    body: emailBody,
    result: sentSchema,
    status: 202,
    answer: async ({ sendCommand }, { body, visitor }) => ({
      result: await sendCommand('requestReset', { visitor, ...body }),
    }),
  }),
  appRoute({
    id: 'finishReset',
    path: '/auth/reset/finish',
    access: ANYONE,
    body: finishResetBody,
    result: finishResetResult,
    answer: ({ sendCommand }, { body, visitor }) => sendCommand('finishReset', { visitor, ...body }),
  }),
  appRoute({
    id: 'prove',
    path: '/auth/prove',
    access: MEMBER,
    body: passwordBody,
    result: provenSchema,
    async answer({ sendCommand }, { body, member }) {
      const { provenUntilMs } = await sendCommand('reAuthenticate', { member, ...body })
      return { result: { proven_until: timeWire(provenUntilMs) } }
    },
  }),
]

/** Returns the response after a password, a code or a passkey. */
export async function stepWire(needs: HttpNeeds, { result, setCookies }: Done<SignInStep>) {
  if (result.state === 'second_factor') {
    return { result: { state: result.state, methods: [...result.methods] }, setCookies }
  }
  const { state, account, recoveryLeft } = result
  const left = recoveryLeft === undefined ? {} : { recovery_left: recoveryLeft }
  return { result: { state, account: await accountWire(needs, account), ...left }, setCookies }
}
