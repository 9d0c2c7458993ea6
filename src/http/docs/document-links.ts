/** Where the links of a document lead when it is not read in the repository. */
import { posix } from 'node:path'
import { LANGUAGES } from '../protocol/language.ts'
import { DOCUMENTS, textPath } from './documents.ts'

/** Relative links only; those that leave the repository stay as they are. */
const IS_ELSEWHERE = /^(?:[a-z]+:|#)/

/** How a page of one file in one language is reached. */
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
 * The address of a link in `file`: a page that carries `carried` on, or with `text` the Markdown of it.
 * `undefined`: the link leads to a file that the service does not show.
 */
export function servedLink(file: string, href: string, carried: string | 'text'): string | undefined {
  if (IS_ELSEWHERE.test(href)) return href
  const [target = '', fragment] = href.split('#')
  const place = PLACES.get(posix.join(posix.dirname(file), target))
  if (place === undefined) return undefined
  const tail = fragment === undefined ? '' : `#${fragment}`
  return carried === 'text' ? place.text + tail : place.page + carried + tail
}

/** The Markdown of a file as it is served: with links to what is served too, the others as plain words. */
export function servedText(file: string, text: string): string {
  return text.replaceAll(/(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)/g, (_link, words: string, href: string) => {
    const served = servedLink(file, href, 'text')
    return served === undefined ? words : `[${words}](${served})`
  })
}
