/**
 * Shows e-mails of a server without a mail server, so that a new user can confirm an address. Only for people
 * at this machine.
 */
import { z } from 'zod'
import { clientOf } from '../../core/access/client-address.ts'
import { hasEmailsPage, isLoopbackName, type Site } from '../../core/accounts/site.ts'
import { Failure } from '../../core/failure.ts'
import type { EmailView } from '../../core/notifications/email-view.ts'
import type { Call, Route } from '../request/route.ts'
import { ANYONE, appRoute } from './app-route.ts'
import { timeField } from './app-schemas.ts'
import { timeWire } from './app-wire.ts'

/** One e-mail in a list. */
export const emailSchema = z.strictObject({
  id: z.string(),
  at: timeField,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
})

const emailsResult = z.strictObject({ emails: z.array(emailSchema) })
/** One e-mail with its text. */
export const wholeEmailResult = z.strictObject({
  ...emailSchema.shape,
  /** Text only: the page shows no HTML of an e-mail. */
  text: z.string(),
  links: z.array(z.string()),
})

/** The routes of the e-mails page. */
export const EMAILS_ROUTES: readonly Route[] = [
  appRoute({
    id: 'emails',
    path: '/emails',
    access: ANYONE,
    result: emailsResult,
    async answer({ sendCommand, site }, call) {
      checkIsLocal(site, call)
      const listed = await sendCommand('emails', {})
      return { result: { emails: listed.map(emailWire) } }
    },
  }),
  appRoute({
    id: 'email',
    path: '/emails/:id',
    access: ANYONE,
    result: wholeEmailResult,
    async answer({ sendCommand, site }, call) {
      checkIsLocal(site, call)
      const whole = await sendCommand('email', { id: call.params.id ?? '' })
      return { result: { ...emailWire(whole), text: whole.text, links: [...whole.links] } }
    },
  }),
]

/** Headers that proxies add to requests. */
const PROXY_HEADERS = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/

/**
 * Refuses requests that do not come directly from this machine, such as those through a proxy on it, because
 * links in e-mails give access to accounts.
 *
 * @throws {Failure} `not_found` if the request is not from this machine, or the server has no such page.
 */
function checkIsLocal(site: Site, { headers, visitor }: Pick<Call, 'headers' | 'visitor'>): void {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  const { address } = visitor
  const isHere = isLoopbackName(address) || isLoopbackName(clientOf(address))
  if (!hasEmailsPage(site) || isForwarded || !isHere) {
    throw new Failure('not_found', 'E-mails are not shown here.')
  }
}

function emailWire({ id, atMs, to, subject, kind }: EmailView) {
  return { id, at: timeWire(atMs), to, subject, kind }
}
