import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVIL, exampleEmail, exampleEmails } from '../../../test/fixtures/example-emails.ts'
import type { NewEmail } from './email.ts'
import { linkAddress, renderEmail } from './render-email.ts'

const PUBLIC_URL = 'https://suche.example'
const LINK = linkAddress(PUBLIC_URL, 'reset', 'T'.repeat(43))

function rendered(email: NewEmail) {
  return renderEmail(email, PUBLIC_URL, LINK)
}

/** What remains of the fixture's facts when they are harmless. */
const PLAIN_EVIL = EVIL.replace(/[\r\n\u202e\0]/g, ' ')

test('every kind of e-mail has a different subject, text and HTML in each language', () => {
  const emails = exampleEmails().map((email) => [email, rendered(email)] as const)
  for (const [{ kind }, { subject, text, html }] of emails) {
    assert.match(subject, /\S/, kind)
    assert.ok(text.startsWith(`${subject}\n\n`), kind)
    assert.ok(html.includes('<h1'), kind)
    assert.doesNotMatch(text + html, /undefined|null|NaN|\[object/, kind)
  }
  for (let i = 0; i < emails.length; i += 2) {
    assert.notEqual(emails[i]![1].subject, emails[i + 1]![1].subject, emails[i]![0].kind)
  }
})

test('an e-mail loads nothing, and its links lead to the server only', () => {
  for (const email of exampleEmails()) {
    const { html } = rendered(email)
    const tags = html.match(/<[a-z][^>]*>/g) ?? []
    const names = new Set(tags.map((tag) => /^<([a-z0-9]+)/.exec(tag)![1]!))
    for (const name of names) {
      assert.ok(
        ['html', 'head', 'meta', 'title', 'body', 'div', 'h1', 'p', 'a', 'table', 'tr', 'td'].includes(name),
        `${email.kind}: <${name}>`,
      )
    }
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) assert.ok(href!.startsWith(`${PUBLIC_URL}/`))
    assert.doesNotMatch(tags.join(''), /\s(?:src|srcset|on\w+)=|url\(|@import/i, email.kind)
  }
})

test('the button has the accent colour of the pages, and its text is readable on any background', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../dashboard/src/theme/tokens.css'), 'utf8')
  const [, accent] = /--fs-accent: (#\w{6})/.exec(tokens) ?? []
  const { html } = rendered(exampleEmail('reset', { language: 'de' }))
  const [, ground, ink] = /<a [^>]*background:(#\w{6});color:(#\w{6})/.exec(html) ?? []
  assert.equal(ground, accent)
  const contrast = (luminance(ink!) + 0.05) / (luminance(ground!) + 0.05)
  assert.ok(contrast >= 4.5, String(contrast))
})

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

test('no character of user input changes the text direction of an e-mail', () => {
  for (const email of exampleEmails()) {
    const turning = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].join('x')
    const data = Object.fromEntries(
      Object.entries(email.data).map(([name, value]) => [name, value === EVIL ? turning : value]),
    )
    const { subject, text, html } = rendered({ ...email, data } as NewEmail)
    assert.doesNotMatch(subject + text + html, /\p{Bidi_Control}/u, email.kind)
  }
})

test('user input appears in an e-mail as text only', () => {
  for (const email of exampleEmails()) {
    const { html, text, subject } = rendered(email)
    assert.ok(!html.includes('<img'), email.kind)
    assert.doesNotMatch(subject, /[\p{Cc}\u202e]/u, email.kind)
    assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\u202e]/u, email.kind)
    assert.ok(!text.includes('\nBcc:'), email.kind)
  }
  const { html, subject } = rendered(exampleEmail('new_key', { language: 'en' }))
  assert.equal(subject, `New key "${PLAIN_EVIL}"`)
  assert.ok(
    html.includes('&lt;img src=&quot;http://evil.example/p.png&quot; onerror=&#39;alert(1)&#39;&gt;&amp;'),
  )
})

test('the link of an e-mail is in text and HTML, with its token after the #', () => {
  const { text, html } = rendered(exampleEmail('reset'))
  const link = `${PUBLIC_URL}/reset#${'T'.repeat(43)}`
  assert.ok(text.includes(`\n${link}\n`))
  assert.equal(html.split(link).length - 1, 2)
})

test('times in an e-mail are in Berlin time, with the name of the zone', () => {
  assert.match(rendered(exampleEmail('password_changed')).text, /^Zeit: 1\. Juli 2026 um 14:00 MESZ$/m)
  const english = rendered(exampleEmail('password_changed', { language: 'en' }))
  assert.match(english.text, /^Time: 1 July 2026 at 14:00 CEST$/m)
})

test('unknown facts have no line; without address and device the e-mail says that the operator did it on the server', () => {
  const known = exampleEmail('password_changed')
  const without = (facts: object) =>
    rendered({ ...known, data: { ...known.data, ...facts } } as NewEmail).text
  assert.match(rendered(known).text, /Gerät: .*\nIP-Adresse: 192\.0\.2\.7\n\n/)
  assert.match(without({ device: '' }), /^Zeit: .*\nIP-Adresse: 192\.0\.2\.7\n\n/m)
  assert.match(without({ device: '', address: '' }), /^Zeit: .*\nVon: Betreiber\n\n/m)
})

test('an e-mail about a key links to the page of the key', () => {
  for (const kind of ['new_key', 'key_rotated', 'key_expires_14d', 'key_expires_1d'] as const) {
    assert.ok(rendered(exampleEmail(kind)).text.includes(`\n${PUBLIC_URL}/keys/key_1\n`), kind)
  }
})
