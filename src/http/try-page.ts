/** The try-it page: Scalar's API reference on our OpenAPI document, from this server alone. */
import { createHash } from 'node:crypto'
import type { Language } from './language.ts'
import { page } from './pages.ts'
import type { Answer } from './route.ts'

/** Nothing from elsewhere: no fonts, no proxy, no telemetry, no assistant. */
const START = `Scalar.createApiReference('#app', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true,
  agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never'
})`

const START_HASH = createHash('sha256').update(START).digest('base64')
/** Scalar writes its style into the page as it runs, so inline style must be allowed here, and only here. */
const POLICY = `default-src 'none'; script-src 'self' 'sha256-${START_HASH}'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function tryPage(language: Language): Answer {
  const title = language === 'de' ? 'Ausprobieren' : 'Try it'
  const back = language === 'de' ? 'Zur Beschreibung ohne Skript' : 'To the reference without script'
  const main = `<p><a href="/docs">${back}</a></p>
<div id="app"></div>
<script src="/docs/try/scalar.js"></script>
<script>${START}</script>`
  const made = page(200, language, title, main)
  return { ...made, headers: { ...made.headers, 'content-security-policy': POLICY } }
}
