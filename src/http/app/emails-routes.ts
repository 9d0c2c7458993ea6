/** The letters of a house without a mail server, so that a newcomer can confirm an address. For people at the machine only. */
import { z } from 'zod'
import { clientOf } from '../../core/access/client-address.ts'
import { hasEmailsPage, isLoopbackName, type Site } from '../../core/accounts/site.ts'
import { Failure } from '../../core/failure.ts'
import type { EmailView } from '../../core/notifications/email-view.ts'
import type { Call, Route } from '../request/route.ts'
import { appRoute } from './app-route.ts'
import { timeField } from './app-schemas.ts'
import { timeWire } from './app-wire.ts'

export const emailSchema = z.strictObject({
  id: z.string(),
  at: timeField,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
})

const emailsResult = z.strictObject({ letters: z.array(emailSchema) })
export const wholeEmailResult = z.strictObject({
  ...emailSchema.shape,
  /** Text only: the page shows no HTML of a letter. */
  text: z.string(),
  links: z.array(z.string()),
})

const emails = appRoute({
  id: 'letters',
  method: 'GET',
  path: '/letters',
  access: { app: 'anyone' },
  result: emailsResult,
  errors: ['not_found'],
  async answer({ ask, site }, call) {
    checkIsAtTheMachine(site, call)
    const listed = await ask('emails', {})
    return { result: { letters: listed.map(emailWire) } }
  },
})

const newEmail = appRoute({
  id: 'letter',
  method: 'GET',
  path: '/letters/:id',
  access: { app: 'anyone' },
  result: wholeEmailResult,
  errors: ['not_found'],
  async answer({ ask, site }, call) {
    checkIsAtTheMachine(site, call)
    const whole = await ask('email', { id: call.params.id ?? '' })
    return { result: { ...emailWire(whole), text: whole.text, links: [...whole.links] } }
  },
})

/** What proxies add to requests. */
const PROXY_HEADERS = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/

/**
 * A letter's link opens an account. Whoever may read them has to be a person of this machine: not somebody behind a
 * proxy on it.
 *
 * @throws Failure `not_found`
 */
function checkIsAtTheMachine(site: Site, { headers, visitor }: Pick<Call, 'headers' | 'visitor'>): void {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  const { address } = visitor()
  const isHere = isLoopbackName(address) || isLoopbackName(clientOf(address))
  if (!hasEmailsPage(site) || isForwarded || !isHere) {
    throw new Failure('not_found', 'Letters are not shown here.')
  }
}

function emailWire({ id, atMs, to, subject, kind }: EmailView) {
  return { id, at: timeWire(atMs), to, subject, kind }
}

export const EMAILS_ROUTES: readonly Route[] = [emails, newEmail]
