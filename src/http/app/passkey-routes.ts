/**
 * Routes of passkeys and the second factor. Messages between browser and authenticator are passed on
 * unchanged.
 */
import type { Route } from '../request/route.ts'
import {
  codeOnlyBody,
  finishPasskeyBody,
  namePasskeyBody,
  passkeysResult,
  passwordOnlyBody,
  recoveryResult,
  secondFactorResult,
} from './account-schemas.ts'
import { appRoute } from './app-route.ts'
import { NOTHING, optionsSchema, provenSchema } from './app-schemas.ts'
import { optionsWire, timeOrNull, timeWire } from './app-wire.ts'
import { stepWire } from './auth-routes.ts'
import { ceremonyBody, passkeySignInBody, signInResult } from './auth-schemas.ts'

const ANYONE = { app: 'anyone' } as const
const MEMBER = { app: 'account' } as const
const PROVEN = { app: 'account', isProofNeeded: true } as const

const beginSignIn = appRoute({
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/auth/passkey/begin',
  access: ANYONE,
  body: NOTHING,
  result: optionsSchema,
  answer: async ({ sendCommand }, { visitor }) =>
    optionsWire(await sendCommand('beginPasskeySignIn', { visitor: visitor() })),
})

const finishSignIn = appRoute({
  id: 'finishPasskeySignIn',
  method: 'POST',
  path: '/auth/passkey/finish',
  access: ANYONE,
  body: passkeySignInBody,
  result: signInResult,
  errors: ['unauthorized', 'rate_limited'],
  answer: async (needs, { body, visitor }) =>
    stepWire(needs, await needs.sendCommand('finishPasskeySignIn', { visitor: visitor(), ...body })),
})

const beginProof = appRoute({
  id: 'beginPasskeyProof',
  method: 'POST',
  path: '/auth/prove/passkey/begin',
  access: MEMBER,
  body: NOTHING,
  result: optionsSchema,
  answer: async ({ sendCommand }, { member }) =>
    optionsWire(await sendCommand('beginPasskeyProof', { member: member() })),
})

const finishProof = appRoute({
  id: 'finishPasskeyProof',
  method: 'POST',
  path: '/auth/prove/passkey/finish',
  access: MEMBER,
  body: ceremonyBody,
  result: provenSchema,
  async answer({ sendCommand }, { body, member }) {
    const { result, setCookies } = await sendCommand('finishPasskeyProof', {
      member: member(),
      response: body.response,
    })
    return { result: { proven_until: timeWire(result.provenUntilMs) }, setCookies }
  },
})

const listPasskeys = appRoute({
  id: 'listPasskeys',
  method: 'GET',
  path: '/account/passkeys',
  access: MEMBER,
  result: passkeysResult,
  async answer({ accountReader }, { member }) {
    const passkeys = await accountReader.passkeys(member().account)
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
})

const beginPasskey = appRoute({
  id: 'beginPasskey',
  method: 'POST',
  path: '/account/passkeys/begin',
  access: PROVEN,
  body: NOTHING,
  result: optionsSchema,
  errors: ['conflict'],
  answer: async ({ sendCommand }, { member }) =>
    optionsWire(await sendCommand('beginPasskey', { member: member() })),
})

const finishPasskey = appRoute({
  id: 'finishPasskey',
  method: 'POST',
  path: '/account/passkeys/finish',
  access: PROVEN,
  body: finishPasskeyBody,
  result: undefined,
  errors: ['conflict'],
  async answer({ sendCommand }, { body, member }) {
    const { setCookies } = await sendCommand('finishPasskey', { member: member(), ...body })
    return { result: null, setCookies }
  },
})

const namePasskey = appRoute({
  id: 'namePasskey',
  method: 'POST',
  path: '/account/passkeys/:id/name',
  access: MEMBER,
  body: namePasskeyBody,
  result: undefined,
  errors: ['not_found'],
  answer: async ({ sendCommand }, { body, member, params }) => ({
    result: await sendCommand('namePasskey', { member: member(), id: params.id ?? '', name: body.name }),
  }),
})

const removePasskey = appRoute({
  id: 'removePasskey',
  method: 'POST',
  path: '/account/passkeys/:id/remove',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  errors: ['not_found'],
  answer: async ({ sendCommand }, { member, params }) => ({
    result: await sendCommand('removePasskey', { member: member(), id: params.id ?? '' }),
  }),
})

const beginSecondFactor = appRoute({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/account/second-factor/begin',
  access: PROVEN,
  body: NOTHING,
  result: secondFactorResult,
  errors: ['conflict'],
  async answer({ sendCommand }, { member }) {
    const { result, setCookies } = await sendCommand('beginSecondFactor', { member: member() })
    const { uri, secret, recoveryCodes } = result
    return { result: { uri, secret, recovery_codes: [...recoveryCodes] }, setCookies }
  },
})

const finishSecondFactor = appRoute({
  id: 'finishSecondFactor',
  method: 'POST',
  path: '/account/second-factor/finish',
  access: PROVEN,
  body: codeOnlyBody,
  result: undefined,
  errors: ['conflict', 'rate_limited'],
  answer: ({ sendCommand }, { body, member }) =>
    sendCommand('finishSecondFactor', { member: member(), code: body.code }),
})

const endSecondFactor = appRoute({
  id: 'endSecondFactor',
  method: 'POST',
  path: '/account/second-factor/off',
  access: PROVEN,
  body: passwordOnlyBody,
  result: undefined,
  errors: ['conflict', 'rate_limited'],
  answer: ({ sendCommand }, { body, member }) =>
    sendCommand('endSecondFactor', { member: member(), ...body }),
})

const renewRecoveryCodes = appRoute({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/account/second-factor/recovery-codes',
  access: PROVEN,
  body: passwordOnlyBody,
  result: recoveryResult,
  errors: ['conflict', 'rate_limited'],
  async answer({ sendCommand }, { body, member }) {
    const { recoveryCodes } = await sendCommand('renewRecoveryCodes', { member: member(), ...body })
    return { result: { recovery_codes: [...recoveryCodes] } }
  },
})

/** All routes of passkeys and the second factor. */
export const PASSKEY_ROUTES: readonly Route[] = [
  beginSignIn,
  finishSignIn,
  beginProof,
  finishProof,
  listPasskeys,
  beginPasskey,
  finishPasskey,
  namePasskey,
  removePasskey,
  beginSecondFactor,
  finishSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
]
