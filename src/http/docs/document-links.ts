/** Rewrites links in documents of the repository for the served pages. */
import { posix } from 'node:path'
import { LANGUAGES } from '../protocol/language.ts'
import { DOCUMENTS, textPath } from './documents.ts'

/** Matches links that stay unchanged: absolute ones, and fragments of the same page. */
const IS_ELSEWHERE = /^(?:[a-z]+:|#)/

/** The addresses of one file in one language: as a page and as Markdown. */
interface Place {
  readonly page: string
  readonly text: string
}

const PLACES: ReadonlyMap<string, Place> = new Map(
  DOCUMENTS.flatMap((entry) =>
    LANGUAGES.map((language) => [
      entry.files[language],
      { page: entry.path, text: textPath(entry, language) },
    ]),
  ),
)

/**
 * Returns the address for a link in `file`: a page with the query `carried`, or its Markdown if `carried` is
 * `text`. `undefined` if the link leads to a file that is not served.
 */
export function servedLink(file: string, href: string, carried: string | 'text'): string | undefined {
  if (IS_ELSEWHERE.test(href)) return href
  const [target = '', fragment] = href.split('#')
  const place = PLACES.get(posix.join(posix.dirname(file), target))
  if (place === undefined) return undefined
  const tail = fragment === undefined ? '' : `#${fragment}`
  return carried === 'text' ? place.text + tail : place.page + carried + tail
}

/**
 * Returns the Markdown of a file as it is served: links to served files are rewritten, others become plain
 * words.
 */
export function servedText(file: string, text: string): string {
  return text.replaceAll(/(?<!!)\[([^[\]\n]*)\]\(([^)\s]+)\)/g, (_link, words: string, href: string) => {
    const served = servedLink(file, href, 'text')
    return served === undefined ? words : `[${words}](${served})`
  })
}
