/**
 * Routes of passkeys and the second factor. Messages between browser and authenticator are passed on
 * unchanged.
 */
import type { Route } from '../request/route.ts'
import {
  finishPasskeyBody,
  namePasskeyBody,
  passkeysResult,
  recoveryResult,
  secondFactorResult,
} from './account-schemas.ts'
import { ANYONE, appRoute, MEMBER, PROVEN_MEMBER } from './app-route.ts'
import { codeOnlyBody, NOTHING, optionsSchema, passwordBody, provenSchema } from './app-schemas.ts'
import { optionsWire, timeOrNull, timeWire } from './app-wire.ts'
import { stepWire } from './auth-routes.ts'
import { ceremonyBody, passkeySignInBody, signInResult } from './auth-schemas.ts'

/** All routes of passkeys and the second factor. */
export const PASSKEY_ROUTES: readonly Route[] = [
  appRoute({
    id: 'beginPasskeySignIn',
    path: '/auth/passkey/begin',
    access: ANYONE,
    body: NOTHING,
    result: optionsSchema,
    answer: async ({ sendCommand }, { visitor }) =>
      optionsWire(await sendCommand('beginPasskeySignIn', { visitor })),
  }),
  appRoute({
    id: 'finishPasskeySignIn',
    path: '/auth/passkey/finish',
    access: ANYONE,
    body: passkeySignInBody,
    result: signInResult,
    answer: async (needs, { body, visitor }) =>
      stepWire(needs, await needs.sendCommand('finishPasskeySignIn', { visitor, ...body })),
  }),
  appRoute({
    id: 'beginPasskeyProof',
    path: '/auth/prove/passkey/begin',
    access: MEMBER,
    body: NOTHING,
    result: optionsSchema,
    answer: async ({ sendCommand }, { member }) =>
      optionsWire(await sendCommand('beginPasskeyProof', { member })),
  }),
  appRoute({
    id: 'finishPasskeyProof',
    path: '/auth/prove/passkey/finish',
    access: MEMBER,
    body: ceremonyBody,
    result: provenSchema,
    async answer({ sendCommand }, { body, member }) {
      const { result, setCookies } = await sendCommand('finishPasskeyProof', { member, ...body })
      return { result: { proven_until: timeWire(result.provenUntilMs) }, setCookies }
    },
  }),
  appRoute({
    id: 'listPasskeys',
    path: '/account/passkeys',
    access: MEMBER,
    result: passkeysResult,
    async answer({ accountReader }, { member }) {
      const passkeys = await accountReader.passkeys(member.account)
      return {
        result: {
          passkeys: passkeys.map(({ id, name, createdAtMs, lastUsedAtMs, isBackedUp }) => ({
            id,
            name,
            created_at: timeWire(createdAtMs),
            last_used_at: timeOrNull(lastUsedAtMs),
            backed_up: isBackedUp,
          })),
        },
      }
    },
  }),
  appRoute({
    id: 'beginPasskey',
    path: '/account/passkeys/begin',
    access: PROVEN_MEMBER,
    body: NOTHING,
    result: optionsSchema,
    answer: async ({ sendCommand }, { member }) => optionsWire(await sendCommand('beginPasskey', { member })),
  }),
  appRoute({
    id: 'finishPasskey',
    path: '/account/passkeys/finish',
    access: PROVEN_MEMBER,
    body: finishPasskeyBody,
    async answer({ sendCommand }, { body, member }) {
      const { setCookies } = await sendCommand('finishPasskey', { member, ...body })
      return { result: null, setCookies }
    },
  }),
  appRoute({
    id: 'namePasskey',
    path: '/account/passkeys/:id/name',
    access: MEMBER,
    body: namePasskeyBody,
    answer: ({ sendCommand }, { body, member, params }) =>
      sendCommand('namePasskey', { member, id: params.id ?? '', name: body.name }),
  }),
  appRoute({
    id: 'removePasskey',
    path: '/account/passkeys/:id/remove',
    access: PROVEN_MEMBER,
    body: NOTHING,
    answer: ({ sendCommand }, { member, params }) =>
      sendCommand('removePasskey', { member, id: params.id ?? '' }),
  }),
  appRoute({
    id: 'beginSecondFactor',
    path: '/account/second-factor/begin',
    access: PROVEN_MEMBER,
    body: NOTHING,
    result: secondFactorResult,
    async answer({ sendCommand }, { member }) {
      const { result, setCookies } = await sendCommand('beginSecondFactor', { member })
      const { uri, secret, recoveryCodes } = result
      return { result: { uri, secret, recovery_codes: [...recoveryCodes] }, setCookies }
    },
  }),
  appRoute({
    id: 'finishSecondFactor',
    path: '/account/second-factor/finish',
    access: PROVEN_MEMBER,
    body: codeOnlyBody,
    answer: ({ sendCommand }, { body, member }) => sendCommand('finishSecondFactor', { member, ...body }),
  }),
  appRoute({
    id: 'endSecondFactor',
    path: '/account/second-factor/off',
    access: PROVEN_MEMBER,
    body: passwordBody,
    answer: ({ sendCommand }, { body, member }) => sendCommand('endSecondFactor', { member, ...body }),
  }),
  appRoute({
    id: 'renewRecoveryCodes',
    path: '/account/second-factor/recovery-codes',
    access: PROVEN_MEMBER,
    body: passwordBody,
    result: recoveryResult,
    async answer({ sendCommand }, { body, member }) {
      const { recoveryCodes } = await sendCommand('renewRecoveryCodes', { member, ...body })
      return { result: { recovery_codes: [...recoveryCodes] } }
    },
  }),
]
