/** The try-it page: Scalar's API reference on our OpenAPI document, from this server alone. */
import { createHash } from 'node:crypto'
import type { Language, Text } from '../language.ts'
import { LOGO, PAGE_COLOURS } from '../page-look.ts'
import { styledPage } from '../pages.ts'
import type { Answer } from '../route.ts'
import type { Reading } from './docs-frame.ts'

/** Nothing from elsewhere: no fonts, no proxy, no telemetry, no assistant. */
const startOf = (language: Language) => `Scalar.createApiReference('#app', {
  url: '/openapi.json?lang=${language}', withDefaultFonts: false, telemetry: false, hideClientButton: true,
  agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never'
})`

const STYLE = `${PAGE_COLOURS}
header{display:flex;align-items:center;justify-content:space-between;padding:1rem clamp(1rem,3vw,2rem);border-bottom:1px solid var(--line);background:var(--surface)}
`

const TITLE: Text = { de: 'Ausprobieren', en: 'Try it' }
const BACK: Text = { de: 'Zur Dokumentation', en: 'To the documentation' }

export function tryPage({ language, carried }: Reading): Answer {
  const start = startOf(language)
  // Scalar brings the main part of the page itself.
  const body = `<header>${LOGO}<a href="/docs${carried}">${BACK[language]}</a></header>
<div id="app"></div>
<script src="/docs/try/scalar.js"></script>
<script>${start}</script>`
  const made = styledPage({ status: 200, language, title: TITLE[language], style: STYLE, body })
  return { ...made, headers: { ...made.headers, 'content-security-policy': policyOf(start) } }
}

/** Scalar writes its style into the page as it runs, so inline style must be allowed here, and only here. */
function policyOf(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64')
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
