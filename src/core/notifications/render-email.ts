/**
 * Rendering an e-mail: subject, text and HTML from the same words. The HTML loads no picture, style sheet or
 * script.
 */
import type { Language } from '../identity/account.ts'
import type { EmailData, EmailId, EmailKind, NamedKey, NewEmail, Occasion } from './email.ts'
import { factsOf, reasonOf, UNSUBSCRIBE } from './email-facts.ts'
import { textOf } from './email-texts.ts'
import type { EmailWords, ValueFormats } from './email-wording.ts'
import type { LinkKind } from './link-kind.ts'

/** The properties of an e-mail that its rendering uses. */
export type EmailToRender = Pick<NewEmail, 'id' | 'kind' | 'data' | 'recipient' | 'language' | 'createdAtMs'>

/** An e-mail ready to be delivered. */
export interface RenderedEmail {
  readonly id: EmailId
  readonly kind: EmailKind
  readonly atMs: number
  readonly to: string
  readonly language: Language
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address at which one request ends such e-mails (RFC 8058); absent for those that nobody can end. */
  readonly unsubscribe?: string
}

/** The zone of times in e-mails, that of most readers; each time is shown with the name of the zone. */
const TIME_ZONE = 'Europe/Berlin'
const LOCALES: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' }

/**
 * Returns the address of the page that uses a link. The token is after the `#`, which browsers do not send,
 * so it is in no log.
 */
export function linkAddress(publicUrl: string, kind: LinkKind, token: string): string {
  const page = {
    sign_up: '/confirm#',
    new_address: '/confirm#',
    reset: '/reset#',
    invitation: '/signup#invitation=',
  }
  return `${publicUrl}${page[kind]}${token}`
}

/** Returns the address that ends the e-mails of a watch. The token is in the path, as mail programs request it. */
export function unsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe/${token}`
}

/**
 * Renders an e-mail.
 *
 * @param publicUrl origin of the pages, without a slash at its end.
 * @param link address of the e-mail's own link; `undefined` for kinds without one.
 * @param unsubscribe address that ends such e-mails, of a kind that can be ended.
 */
export function renderEmail(
  email: EmailToRender,
  publicUrl: string,
  link: string | undefined,
  unsubscribe?: string,
): RenderedEmail {
  const { kind, data, language } = email
  const { page, words } = textOf<EmailKind>(kind)
  const formats = formatsOf(language)
  const said = words[language](cleaned(data) as never, formats)
  const path = page === 'key' ? `/keys/${(data as NamedKey).key}` : page
  const address = page === 'link' ? link : path && `${publicUrl}${path}`
  const body: Body = {
    ...said,
    address,
    facts: [...(said.rows ?? []), ...factsOf(cleaned(data), language, formats)],
    reason: reasonOf(kind, language, publicUrl),
    ...(unsubscribe !== undefined && { end: { address: unsubscribe, words: UNSUBSCRIBE[language] } }),
  }
  return {
    id: email.id,
    kind,
    atMs: email.createdAtMs,
    to: email.recipient,
    language,
    subject: said.subject,
    text: textBody(body),
    html: htmlBody(body, language),
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}

interface Body extends EmailWords {
  readonly address: string | undefined
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly reason: string
  /** How such e-mails are ended. */
  readonly end?: { readonly address: string; readonly words: string }
}

/**
 * Replaces characters in names that could end a header line or change the writing direction: names are user
 * input.
 */
function cleaned(data: EmailData[EmailKind]): Partial<Occasion & NamedKey> {
  return cleanedValue(data) as Partial<Occasion & NamedKey>
}

function cleanedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
  if (Array.isArray(value)) return value.map(cleanedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanedValue(inner)]))
}

function formatsOf(language: Language): ValueFormats {
  const locale = LOCALES[language]
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: TIME_ZONE } as const
  const days = new Intl.DateTimeFormat(locale, day)
  const times = new Intl.DateTimeFormat(locale, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return {
    time: (ms) => times.format(ms),
    day: (ms) => days.format(ms),
    number: (value) => value.toLocaleString(locale),
  }
}

function textBody({ subject, says, facts, button, address, hints = [], reason, end }: Body): string {
  const opening = button === undefined || address === undefined ? [] : [`${button}:\n${address}`]
  const factLines = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]
  const ending = end === undefined ? '' : `\n${end.words}: ${end.address}`
  return `${[subject, ...says, ...factLines, ...opening, ...hints, `-- \n${reason}${ending}`].join('\n\n')}\n`
}

const PAGE_STYLE =
  'margin:0;padding:24px;overflow-wrap:anywhere;font:16px/1.5 system-ui,-apple-system,Segoe UI,Arial,sans-serif'
/** The accent colour of the pages with its text, at a contrast of 7:1, for light and dark mail programs. */
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0f5f6d;color:#ffffff;text-decoration:none;font-weight:600'
const QUIET_STYLE = 'font-size:14px;opacity:0.75'
const LABEL_STYLE = 'padding:2px 16px 2px 0;opacity:0.75;vertical-align:top;white-space:nowrap'

function htmlBody(body: Body, language: Language): string {
  const { subject, says, facts, hints = [], reason, end } = body
  const ending = end === undefined ? '' : ` <a href="${escaped(end.address)}">${escaped(end.words)}</a>`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${LABEL_STYLE}">${escaped(label)}</td><td style="padding:2px 0;vertical-align:top">${escaped(value)}</td></tr>`,
  )
  const table = rows.length === 0 ? [] : [`<table role="presentation">${rows.join('')}</table>`]
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    `<body style="${PAGE_STYLE}"><div style="max-width:560px;margin:0 auto">`,
    '<p style="font-weight:600;letter-spacing:0.02em">firmensuche</p>',
    `<h1 style="font-size:22px;line-height:1.3">${escaped(subject)}</h1>`,
    ...says.map((text) => `<p>${escaped(text)}</p>`),
    ...table,
    ...buttonHtml(body),
    ...hints.map((text) => `<p>${escaped(text)}</p>`),
    `<p style="${QUIET_STYLE};border-top:1px solid #d1d5db;padding-top:12px">${escaped(reason)}${ending}</p>`,
    '</div></body></html>',
    '',
  ].join('\n')
}

/** The button, followed by its address as text: some mail programs do not open links. */
function buttonHtml({ button, address }: Body): readonly string[] {
  if (button === undefined || address === undefined) return []
  const href = escaped(address)
  return [
    `<p style="padding:8px 0"><a href="${href}" style="${BUTTON_STYLE}">${escaped(button)}</a></p>`,
    `<p style="${QUIET_STYLE};word-break:break-all">${href}</p>`,
  ]
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
