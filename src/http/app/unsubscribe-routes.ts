/**
 * `/unsubscribe/{token}`: ends the e-mails of a watch list. Mail programs post to it without opening a page (RFC 8058);
 * GET only shows a button, because programs that check links for viruses open them, too.
 */
import { z } from 'zod'
import type { Text } from '../protocol/language.ts'
import { escapeHtml, page } from '../request/plain-pages.ts'
import { lookOf } from '../request/reader-preferences.ts'
import { type Answer, defineRoute, type Route } from '../request/route.ts'

/** The body is `List-Unsubscribe=One-Click` in one of the two forms of HTML; nothing depends on it. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const BODY_BYTES_MAX = 1024
const PATH = '/unsubscribe/:token'

const QUESTION_TITLE: Text = { de: 'E-Mails abbestellen', en: 'Unsubscribe' }
const DONE_TITLE: Text = { de: 'Abbestellt', en: 'Unsubscribed' }

const DONE: Text = {
  de: '<h1>Abbestellt</h1>\n<p>Über Änderungen dieser Beobachtungsliste schicken wir keine E-Mails mehr. Die Liste selbst bleibt, Webhooks werden weiter benachrichtigt.</p>',
  en: '<h1>Unsubscribed</h1>\n<p>We no longer send e-mails about changes of this watch list. The list itself stays, and webhooks are still notified.</p>',
}

/** The page with the button, and what the button and mail programs request. */
export const UNSUBSCRIBE_ROUTES: readonly Route[] = [
  defineRoute({
    id: 'page:/unsubscribe/:token',
    method: 'GET',
    path: PATH,
    access: 'public',
    costTenths: 0,
    produces: ['text/html'],
    query: z.looseObject({}),
    async answer(needs, { headers, params }) {
      const action = escapeHtml(`/unsubscribe/${encodeURIComponent(params.token ?? '')}`)
      const question = {
        de: questionHtml(
          action,
          'E-Mails abbestellen',
          'Keine E-Mails mehr über Änderungen dieser Beobachtungsliste?',
          'Abbestellen',
        ),
        en: questionHtml(
          action,
          'Unsubscribe',
          'No more e-mails about changes of this watch list?',
          'Unsubscribe',
        ),
      }
      return unstored(page(200, await lookOf(needs, headers), QUESTION_TITLE, question, "'self'"))
    },
  }),
  defineRoute({
    id: 'unsubscribe',
    method: 'POST',
    path: PATH,
    access: 'public',
    costTenths: 0,
    produces: ['text/html'],
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({}),
    uploads: FORMS,
    async answer(needs, { headers, params }) {
      await needs.sendCommand('endWatchEmails', { token: params.token ?? '' })
      return unstored(page(200, await lookOf(needs, headers), DONE_TITLE, DONE))
    },
  }),
]

function questionHtml(action: string, title: string, question: string, button: string): string {
  return `<h1>${title}</h1>
<p>${question}</p>
<form method="post" action="${action}"><button name="List-Unsubscribe" value="One-Click">${button}</button></form>`
}

/** The address is a secret of its reader. */
function unstored(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}
