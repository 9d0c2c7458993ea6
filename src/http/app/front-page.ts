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
  title: { de: 'Welches Unternehmen ist gemeint?', en: 'Which company is meant?' },
  lead: {
    de: 'Ein Name, wie er auf der Rechnung, im Vertrag oder im Scan steht: Hier findet sich das eingetragene Unternehmen dazu, mit Register, Sitz und Status.',
    en: 'A name as it stands on the invoice, in the contract or in the scan: here is the registered company behind it, with register, seat and status.',
  },
  signUp: { de: 'Konto anlegen', en: 'Create account' },
  signIn: { de: 'Anmelden', en: 'Sign in' },
  api: { de: 'Schnittstelle', en: 'API' },
  account: { de: 'Konto', en: 'Account' },
  invited: {
    de: 'Ein Konto bekommt hier, wer eingeladen ist.',
    en: 'Accounts are for those who are invited here.',
  },
  example: { de: 'Beispiel einer Anfrage', en: 'Example of a request' },
  official: {
    de: 'Dies ist nicht das amtliche Register. Bei jedem Treffer stehen Quelle und Stand.',
    en: 'This is not the official register. Every hit tells its source and date.',
  },
  imprintUrl: { de: 'Impressum', en: 'Imprint' },
  privacyUrl: { de: 'Datenschutz', en: 'Privacy' },
} as const satisfies Record<string, Text>

const FACTS: readonly (readonly [Text, Text])[] = [
  [
    { de: 'Wie geschrieben, so gefunden', en: 'Found as it is written' },
    {
      de: 'Rechtsformen, Umlaute, Abkürzungen, Tippfehler und frühere Namen stehen nicht im Weg.',
      en: 'Legal forms, umlauts, abbreviations, slips and former names do not stand in the way.',
    },
  ],
  [
    { de: 'In Millisekunden', en: 'In milliseconds' },
    {
      de: 'Eine Anfrage, die besten Treffer zuerst, mit dem Grund, warum sie passen.',
      en: 'One request, the best hits first, with the reason why they fit.',
    },
  ],
  [
    { de: 'Auf eigenem Rechner', en: 'On a machine of your own' },
    {
      de: 'Wonach gesucht wird, geht an niemanden und wird nirgends aufgeschrieben.',
      en: 'What is searched for goes to nobody, and is written down nowhere.',
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
  const asked = `curl ${publicUrl}/api/v1/companies/search/ \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Simens AG", "deep": true}'`
  const said = `[{"name": "Siemens Aktiengesellschaft", "registration_number": "HRB 6684", "register_court": "München", …}, …]`
  return `${escapeHtml(asked)}\n\n<span class="said">${escapeHtml(said)}</span>`
}

function links(site: Site, word: Word): string {
  const names = (['imprintUrl', 'privacyUrl'] as const).filter((name) => site[name] !== '')
  return names.map((name) => `<a href="${escapeHtml(site[name])}">${word(name)}</a>`).join('')
}

const ELSEWHERE_TITLE: Text = { de: 'Andere Adresse', en: 'Another address' }

/** Returns a 421 page (RFC 9110, section 15.5.20) for a host name other than that of PUBLIC_URL. */
export function elsewherePage(look: Look, { publicUrl }: Site): Answer {
  const url = escapeHtml(publicUrl)
  const link = `<a href="${url}/">${url}</a>`
  const text = {
    de: `<h1>Der Dienst hat eine andere Adresse</h1>\n<p>Seine Seiten stehen unter ${link}.</p>`,
    en: `<h1>The service has another address</h1>\n<p>Its pages are at ${link}.</p>`,
  }
  return notKept(page(421, look, ELSEWHERE_TITLE, text))
}

const NOT_BUILT_TITLE: Text = { de: 'Seiten fehlen', en: 'Pages are missing' }

const NOT_BUILT: Text = {
  de: `<h1>Die Seiten sind noch nicht gebaut</h1>
<p>Auf dem Rechner des Dienstes, im Ordner des Programms: <code>npm run dashboard</code>, dann neu starten.
Die <a href="/docs">Schnittstelle</a> arbeitet auch ohne sie.</p>`,
  en: `<h1>The pages have not been built yet</h1>
<p>On the machine of the service, in the folder of the program: <code>npm run dashboard</code>, then restart it.
The <a href="/docs">API</a> works without them.</p>`,
}

/** Returns a 503 page for a dashboard that was not built. A 404 would suggest a wrong address. */
export function notBuiltPage(look: Look): Answer {
  return notKept(page(503, look, NOT_BUILT_TITLE, NOT_BUILT))
}

function notKept(made: Answer): Answer {
  return { ...made, headers: { ...made.headers, 'cache-control': 'no-store' } }
}
