/** `/docs`: all documents and all endpoints. */
import type { Text } from '../protocol/language.ts'
import { escapeHtml } from '../request/plain-pages.ts'
import type { Route } from '../request/route.ts'
import type { FramedPage, PageLanguage } from './docs-frame.ts'
import { DOCS_GROUPS, type DocsEntry } from './documents.ts'

const TITLE: Text = { de: 'Dokumentation', en: 'Documentation' }
const ENDPOINTS: Text = { de: 'Endpunkte', en: 'Endpoints' }

const LEAD: Text = {
  de: `<p>Die API findet zu einem Namen das eingetragene Unternehmen. Sie antwortet mit JSON, alle Endpunkte liegen unter <code>/api/v1/</code>.
Jede Anfrage enthält einen Schlüssel: <code>Authorization: Bearer fs_live_…</code></p>
<p>Neu hier? <a href="/docs/guides/first-result">Erste Schritte</a> (fünf Minuten)</p>`,
  en: `<p>The API finds the registered company for a name. It responds with JSON, all endpoints are under <code>/api/v1/</code>.
Every request contains a key: <code>Authorization: Bearer fs_live_…</code></p>
<p>New here? <a href="/docs/guides/first-result">Getting started</a> (five minutes)</p>`,
}

/** Returns the overview. `routes` contains the API's endpoints. */
export function overviewPage(routes: readonly Route[], reading: PageLanguage): FramedPage {
  const { language, carried } = reading
  const door = ({ path, title, about }: DocsEntry) =>
    `<li><a href="${path}${carried}"><strong>${escapeHtml(title[language])}</strong> <span>${escapeHtml(about[language])}</span></a></li>`
  const groups = DOCS_GROUPS.map(
    ({ title, entries }) =>
      `<h2>${escapeHtml(title[language])}</h2>\n<ul class="doors">${entries.map(door).join('\n')}</ul>`,
  )
  const endpoints = routes.map(
    // The id keeps old links valid: this page once had a description of the endpoint under it.
    ({ id, method, path, summary }) =>
      `<li id="${id}"><a href="/docs/reference${carried}#${id}">${escapeHtml(summary[language])}</a>: <code><span class="method">${method}</span> ${escapeHtml(path.replaceAll(/:(\w+)/g, '{$1}'))}</code></li>`,
  )
  const main = [
    `<h1>${TITLE[language]}</h1>`,
    LEAD[language].replaceAll(/href="(\/docs[^"]*)"/g, `href="$1${carried}"`),
    ...groups,
    `<h2>${ENDPOINTS[language]}</h2>\n<ul>${endpoints.join('\n')}</ul>`,
  ]
  return { path: '/docs', title: TITLE[language], main: main.join('\n') }
}
