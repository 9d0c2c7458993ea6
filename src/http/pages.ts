/** The few pages that the service shows of itself: plain, without script, readable by everyone. */
import { createHash } from 'node:crypto'
import type { Language, Text } from './language.ts'
import type { Answer } from './route.ts'

/** One style for all pages of the documents, in the page itself. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--line:#8884;--quiet:#8881;background:light-dark(#fff,#0e1314);color:light-dark(#16201f,#e6eceb)}
body{font:1rem/1.6 system-ui,sans-serif;max-width:54rem;margin:0 auto;padding:1rem 1.25rem 4rem}
a{color:light-dark(#0f5f6d,#6fcbd8)}h1,h2,h3{line-height:1.25}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1.5rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:var(--quiet);border-radius:.25rem}
code{padding:.1em .25em}pre{padding:.75rem 1rem;overflow-x:auto}pre code{padding:0;background:none}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
.method{font-weight:700}nav ul{padding-left:1.25rem}
`

/** What a page without script is made of; `title` is text, `body` and `style` are written as they are. */
export interface PageFacts {
  readonly status: number
  readonly language: Language
  readonly title: string
  readonly style: string
  readonly body: string
}

/** A whole page in the style of the documents; `title` is text, `main` is HTML. */
export function page(status: number, language: Language, title: string, main: string): Answer {
  return styledPage({ status, language, title, style: PAGE_STYLE, body: `<main>\n${main}\n</main>` })
}

/** A whole page in a style of its own, which its policy names by its hash, so that nothing else is applied. */
export function styledPage({ status, language, title, style, body }: PageFacts): Answer {
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – firmensuche</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`,
  }
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const NOT_FOUND: Text = {
  de: '<h1>Nicht gefunden</h1>\n<p>Diese Seite gibt es nicht. <a href="/">Zur Startseite</a></p>',
  en: '<h1>Not found</h1>\n<p>There is no such page. <a href="/">To the start page</a></p>',
}

export function notFoundPage(language: Language): Answer {
  return page(404, language, language === 'de' ? 'Nicht gefunden' : 'Not found', NOT_FOUND[language])
}
