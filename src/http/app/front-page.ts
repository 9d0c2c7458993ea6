/**
 * The front page for visitors who are not signed in if searching requires an account, and the pages shown if
 * the dashboard is not built or the host name is wrong. Without script.
 */
import type { Site } from '../../core/accounts/site.ts'
import type { Text } from '../protocol/language.ts'
import { LOGO } from '../request/page-style.ts'
import { escapeHtml, page, styledPage } from '../request/plain-pages.ts'
import type { Look } from '../request/reader-preferences.ts'
import type { Answer } from '../request/route.ts'
import { FRONT_STYLE } from './front-style.ts'

const WORDS = {
  title: { de: 'Welches Unternehmen suchst du?', en: 'Which company are you looking for?' },
  lead: {
    de: 'Finde zu einem Namen aus einer Rechnung, einem Vertrag oder einem Scan das eingetragene Unternehmen, mit Register, Sitz und Status.',
    en: 'Find the registered company for a name on an invoice, in a contract or in a scan, with register, seat and status.',
  },
  signUp: { de: 'Konto anlegen', en: 'Create account' },
  signIn: { de: 'Anmelden', en: 'Sign in' },
  api: { de: 'API-Doku', en: 'API docs' },
  account: { de: 'Konto', en: 'Account' },
  invited: {
    de: 'Konten gibt es hier nur auf Einladung.',
    en: 'Accounts are by invitation only.',
  },
  example: { de: 'Beispielanfrage', en: 'Example request' },
  official: {
    de: 'Dies ist nicht das amtliche Register. Jeder Treffer nennt Quelle und Stand.',
    en: 'This is not the official register. Every hit names its source and date.',
  },
  imprintUrl: { de: 'Impressum', en: 'Imprint' },
  privacyUrl: { de: 'Datenschutz', en: 'Privacy' },
} as const satisfies Record<string, Text>

const FACTS: readonly (readonly [Text, Text])[] = [
  [
    { de: 'Fehlertolerant', en: 'Tolerates errors' },
    {
      de: 'Die Suche erkennt Rechtsformen, Umlaute, Abkürzungen, Tippfehler und frühere Namen.',
      en: 'The search recognises legal forms, umlauts, abbreviations, typos and former names.',
    },
  ],
  [
    { de: 'In Millisekunden', en: 'In milliseconds' },
    {
      de: 'Eine Anfrage liefert die besten Treffer zuerst, auf Wunsch mit Begründung.',
      en: 'One request returns the best hits first, with the reasons on request.',
    },
  ],
  [
    { de: 'Selbst gehostet', en: 'Self-hosted' },
    {
      de: 'Suchbegriffe werden weder weitergegeben noch gespeichert.',
      en: 'Search terms are neither passed on nor stored.',
    },
  ],
]

/** Returns the front page. It depends only on the reader's preferences and the settings. */
export function frontPage(look: Look, site: Site): Answer {
  const { language } = look
  const word = (name: keyof typeof WORDS) => WORDS[name][language]
  const body = `<header>${LOGO}<nav aria-label="${word('account')}"><a href="/docs">${word('api')}</a><a href="/signin">${word('signIn')}</a></nav></header>
<main>
<h1>${word('title')}</h1>
<p class="lead">${word('lead')}</p>
${doors(site, word)}
<pre aria-label="${word('example')}" role="region" tabindex="0">${example(site)}</pre>
<ul class="facts">
${FACTS.map(([head, text]) => `<li><h2>${head[language]}</h2><p>${text[language]}</p></li>`).join('\n')}
</ul>
</main>
<footer><p>${word('official')}</p>${links(site, word)}</footer>`
  return styledPage({ status: 200, look, language, title: word('title'), style: FRONT_STYLE, body })
}

type Word = (name: keyof typeof WORDS) => string

function doors({ signUp }: Site, word: Word): string {
  const toSignIn = `<li><a href="/signin"${signUp === 'closed' ? ' class="first"' : ''}>${word('signIn')}</a></li>`
  if (signUp === 'closed')
    return `<ul class="doors">${toSignIn}</ul>\n<p class="invited">${word('invited')}</p>`
  return `<ul class="doors"><li><a href="/signup" class="first">${word('signUp')}</a></li>${toSignIn}</ul>`
}

/** Returns an example request and the start of its response. */
function example({ publicUrl }: Site): string {
  const request = `curl ${publicUrl}/api/v1/companies/search/ \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Simens AG", "deep": true}'`
  const response = `[{"name": "Siemens Aktiengesellschaft", "registration_number": "HRB 6684", "register_court": "München", …}, …]`
  return `${escapeHtml(request)}\n\n<span class="said">${escapeHtml(response)}</span>`
}

function links(site: Site, word: Word): string {
  const names = (['imprintUrl', 'privacyUrl'] as const).filter((name) => site[name] !== '')
  return names.map((name) => `<a href="${escapeHtml(site[name])}">${word(name)}</a>`).join('')
}

const ELSEWHERE_TITLE: Text = { de: 'Andere Adresse', en: 'Another address' }

/** Returns a 421 page (RFC 9110, section 15.5.20) for a host name other than that of PUBLIC_URL. */
export function otherHostPage(look: Look, { publicUrl }: Site): Answer {
  const url = escapeHtml(publicUrl)
  const link = `<a href="${url}/">${url}</a>`
  const text = {
    de: `<h1>Der Dienst hat eine andere Adresse</h1>\n<p>Du erreichst ihn unter ${link}.</p>`,
    en: `<h1>The service has another address</h1>\n<p>You find it at ${link}.</p>`,
  }
  return notKept(page(421, look, ELSEWHERE_TITLE, text))
}

const NOT_BUILT_TITLE: Text = { de: 'Seiten fehlen', en: 'Pages are missing' }

const NOT_BUILT: Text = {
  de: `<h1>Die Seiten sind noch nicht gebaut</h1>
<p>Führe auf dem Server im Programmordner <code>npm run dashboard</code> aus und starte den Dienst neu.
Die <a href="/docs">API</a> funktioniert auch ohne die Seiten.</p>`,
  en: `<h1>The pages have not been built yet</h1>
<p>On the server, run <code>npm run dashboard</code> in the program folder and restart the service.
The <a href="/docs">API</a> also works without them.</p>`,
}

/** Returns a 503 page for a dashboard that was not built. A 404 would suggest a wrong address. */
export function notBuiltPage(look: Look): Answer {
  return notKept(page(503, look, NOT_BUILT_TITLE, NOT_BUILT))
}

function notKept(made: Answer): Answer {
  return { ...made, headers: { ...made.headers, 'cache-control': 'no-store' } }
}
