/**
 * The try-it page: Scalar's API reference with this server's OpenAPI document, loaded from this server only.
 */
import { createHash } from 'node:crypto'
import { notBuiltPage } from '../app/front-page.ts'
import type { Language, Text } from '../protocol/language.ts'
import { darkModeCss, LOGO, PAGE_COLOURS } from '../request/page-style.ts'
import { styledPage } from '../request/plain-pages.ts'
import type { Colours, Look } from '../request/reader-preferences.ts'
import type { Answer } from '../request/route.ts'
import { accountLink, type PageLanguage } from './docs-frame.ts'

/**
 * CSS for Scalar: the product's colours with sufficient contrast in light and dark mode; buttons of
 * sufficient size whose names are always visible; no areas that a keyboard cannot scroll; no content wider
 * than a phone.
 */
const LOOK = `
.light-mode,.dark-mode{--scalar-font:inherit;--scalar-background-1:var(--surface);--scalar-background-2:var(--ground);--scalar-background-3:var(--sunken);--scalar-background-accent:var(--tint);
--scalar-color-1:var(--text);--scalar-color-2:var(--quiet);--scalar-color-3:var(--quiet);--scalar-color-accent:var(--accent);--scalar-border-color:var(--line);
--scalar-color-green:var(--green);--scalar-color-blue:var(--blue);--scalar-color-purple:var(--purple);--scalar-color-orange:var(--orange);--scalar-color-yellow:var(--orange);--scalar-color-red:var(--red)}
[data-sidebar-id] button[aria-expanded]{min-width:24px;min-height:24px}
#app .scalar-card-content:has(>.endpoints){max-height:none}
#app .scalar-card-content:has(>.endpoints),#app .endpoints{overflow:visible;overflow-wrap:anywhere;white-space:normal}
#app .endpoint :not(.endpoint-method){min-width:0;overflow-wrap:anywhere;white-space:normal}
#app .operation-auth{flex-wrap:wrap}
[class*="group/copy-button"] .sr-only>.hidden{display:inline}
`

/** Starts Scalar without external content: no fonts, no proxy, no telemetry, no assistant. */
const startOf = (language: Language, colours: Colours | undefined) => `Scalar.createApiReference('#app', {
  url: '/openapi.json?lang=${language}', withDefaultFonts: false, telemetry: false, hideClientButton: true,
  agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never', hideModels: true,
  localization: { locale: '${language}' }, theme: 'none', hideDarkModeToggle: true,${colours === undefined ? '' : ` forceDarkModeState: '${colours}',`} customCss: ${JSON.stringify(LOOK)}
})`

const STYLE = `${PAGE_COLOURS}
:root{--green:#066b45;--blue:#0b5cad;--purple:#5b3ea8;--orange:#8a4b00;--red:#a3221b}
${darkModeCss('--green:#5fd09b;--blue:#7cbcff;--purple:#bda6ff;--orange:#ffb26b;--red:#ff9a92')}
.ways{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
nav{display:flex;align-items:center;justify-content:space-between;padding:1rem clamp(1rem,3vw,2rem);border-bottom:1px solid var(--line);background:var(--surface)}
`

const TITLE: Text = { de: 'Ausprobieren', en: 'Try it' }
const BACK: Text = { de: 'Zur Dokumentation', en: 'To the documentation' }

/**
 * Returns the try-it page. `script` is the address of Scalar's script; `undefined` if the pages were not
 * built.
 */
export function tryPage({ language, carried }: PageLanguage, look: Look, script: string | undefined): Answer {
  if (script === undefined) return notBuiltPage(look)
  const start = startOf(language, look.colours)
  // Scalar adds the page's `main` element, and a header on small screens.
  const body = `<nav aria-label="firmensuche">${LOGO}<span class="ways"><a href="/docs${carried}">${BACK[language]}</a>${accountLink(look, language)}</span></nav>
<div id="app"></div>
<script src="${script}"></script>
<script>${start}</script>`
  const made = styledPage({ status: 200, look, language, title: TITLE[language], style: STYLE, body })
  return { ...made, headers: { ...made.headers, 'content-security-policy': policyOf(start) } }
}

/**
 * Returns the content security policy of this page. Scalar writes its style into the page at run time, so
 * inline style is allowed here, and only here.
 */
function policyOf(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64')
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
