/** What somebody sees first who is not signed in, where searching needs an account; and what stands there unbuilt. Without script. */
import type { Site } from '../../core/accounts/site.ts'
import type { Language, Text } from '../language.ts'
import { escapeHtml, page } from '../pages.ts'
import type { Answer } from '../route.ts'

const TITLE: Text = { de: 'Unternehmen finden', en: 'Find companies' }

const FRONT: Text = {
  de: `<h1>Welches Unternehmen ist gemeint?</h1>
<p>Dieser Dienst beantwortet eine Frage: Welches eingetragene Unternehmen ist mit diesem Namen gemeint?
Gesucht wird auf einer Seite und über eine Schnittstelle mit einem Schlüssel.</p>
<nav aria-label="Konto"><ul>
<li><a href="/signup">Konto anlegen</a></li>
<li><a href="/signin">Anmelden</a></li>
<li><a href="/docs">Schnittstelle</a></li>
</ul></nav>`,
  en: `<h1>Which company is meant?</h1>
<p>This service answers one question: which registered company is meant by this name?
Searching takes an account, on a page, or a key, over the API.</p>
<nav aria-label="Account"><ul>
<li><a href="/signup">Create account</a></li>
<li><a href="/signin">Sign in</a></li>
<li><a href="/docs">API</a></li>
</ul></nav>`,
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

const LINKS: Readonly<Record<'imprintUrl' | 'privacyUrl', Text>> = {
  imprintUrl: { de: 'Impressum', en: 'Imprint' },
  privacyUrl: { de: 'Datenschutz', en: 'Privacy' },
}

export function frontPage(language: Language, site: Site): Answer {
  return page(200, language, TITLE[language], FRONT[language] + footer(language, site))
}

/** 503: it is the service that lacks something, not the address. */
export function notBuiltPage(language: Language): Answer {
  const made = page(503, language, NOT_BUILT_TITLE[language], NOT_BUILT[language])
  return { ...made, headers: { ...made.headers, 'cache-control': 'no-store' } }
}

function footer(language: Language, site: Site): string {
  const links = (['imprintUrl', 'privacyUrl'] as const).filter((name) => site[name] !== '')
  if (links.length === 0) return ''
  const items = links.map((name) => `<a href="${escapeHtml(site[name])}">${LINKS[name][language]}</a>`)
  return `\n<footer><p>${items.join(' · ')}</p></footer>`
}
