/** Server-rendered pages without script. */
import { createHash } from 'node:crypto'
import type { Language, Text } from '../protocol/language.ts'
import { PAGE_COLOURS } from './page-style.ts'
import { LOOK_VARY, type Look } from './reader-preferences.ts'
import type { Answer } from './route.ts'

/** Style of a page that has only text. */
const PAGE_STYLE = `${PAGE_COLOURS}
body{max-width:54rem;margin:0 auto;padding:1rem 1.25rem 4rem}h1{line-height:1.25}
code{padding:.1em .25em;border-radius:.25rem;background:var(--sunken);font-family:ui-monospace,monospace;font-size:.9em}
`

/** The parts of a page without script. `title` is text; `body` and `style` are inserted without escaping. */
export interface PageFacts {
  readonly status: number
  readonly look: Pick<Look, 'colours' | 'fonts'>
  readonly language: Language
  readonly title: string
  readonly style: string
  readonly body: string
  /** The pages that may show this one in a frame, as the policy names them; absent: none. */
  readonly frameAncestors?: string
  /** Where its forms may be sent, as the policy names it; absent: nowhere. */
  readonly formAction?: string
}

/**
 * Returns a whole page in the style of the documents, in the reader's language. `title` is text, `main` is
 * HTML. `formAction`: as in `PageFacts`.
 */
export function page(status: number, look: Look, title: Text, main: Text, formAction = "'none'"): Answer {
  const { language } = look
  const body = `<main>\n${main[language]}\n</main>`
  return styledPage({ status, look, language, title: title[language], style: PAGE_STYLE, body, formAction })
}

/**
 * Returns a whole page with its own style. The content security policy contains the hash of the style, so no
 * other style is applied.
 */
export function styledPage(facts: PageFacts): Answer {
  const { status, look, language, title, style, body, frameAncestors = "'none'" } = facts
  const { formAction = "'none'" } = facts
  const allStyle = look.fonts + style
  const colours = look.colours === undefined ? '' : ` data-colours="${look.colours}"`
  const hash = createHash('sha256').update(allStyle).digest('base64')
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors ${frameAncestors}`,
      'referrer-policy': 'no-referrer',
      vary: LOOK_VARY,
    },
    body: `<!doctype html>
<html lang="${language}"${colours}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – firmensuche</title>
<style>${allStyle}</style>
</head>
<body>
${body}
</body>
</html>
`,
  }
}

/** Escapes a text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const NOT_FOUND_TITLE: Text = { de: 'Nicht gefunden', en: 'Not found' }

const NOT_FOUND: Text = {
  de: '<h1>Nicht gefunden</h1>\n<p>Diese Seite existiert nicht. <a href="/">Zur Startseite</a></p>',
  en: '<h1>Not found</h1>\n<p>This page does not exist. <a href="/">Go to the start page</a></p>',
}

/** Returns the page for an unknown path. */
export function notFoundPage(look: Look): Answer {
  return page(404, look, NOT_FOUND_TITLE, NOT_FOUND)
}
