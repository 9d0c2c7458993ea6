/**
 * Renders Markdown of the repository as HTML. The documents are trusted; still, the result contains no
 * script.
 */
import type { RendererObject, Tokens } from 'marked'
import { escapeHtml } from '../request/plain-pages.ts'
import { servedLink } from './document-links.ts'

/** A section of a document. */
export interface Section {
  readonly id: string
  /** HTML. */
  readonly title: string
}

/** A document as HTML. */
export interface RenderedDocument {
  /** Plain text. */
  readonly title: string
  readonly html: string
  /** The headings of the second level. */
  readonly sections: readonly Section[]
}

/** Renders a document. Relative links start at `file`; `carried` is appended to each path of this site. */
export async function renderDocument(file: string, text: string, carried: string): Promise<RenderedDocument> {
  // Loaded on the first request for a page.
  const { Marked } = await import('marked')
  const sections: Section[] = []
  const marked = new Marked({ renderer: rendererOf(file, carried, sections) })
  const html = await marked.parse(text)
  return { title: /^# (.*)$/m.exec(text)?.[1] ?? '', html, sections }
}

/** Returns the id of a heading, made as on GitHub. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function rendererOf(file: string, carried: string, sections: Section[]): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const id = slugOf(text)
      const title = this.parser.parseInline(tokens)
      if (depth === 2) sections.push({ id, title })
      return `<h${depth} id="${id}">${title}</h${depth}>\n`
    },
    link({ href, tokens }: Tokens.Link) {
      const words = this.parser.parseInline(tokens)
      const served = servedLink(file, href, carried)
      return served === undefined ? words : `<a href="${escapeHtml(served)}">${words}</a>`
    },
    // Focusable, so that readers without a pointer can scroll it.
    code({ text }: Tokens.Code) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
    },
    table(token: Tokens.Table) {
      const head = token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`)
      const rows = token.rows.map(
        (row) => `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
      )
      return `<div class="wide" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>\n`
    },
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return text.startsWith('<!--') ? '' : escapeHtml(text)
    },
  }
}
