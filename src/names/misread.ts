/**
 * What scanners make of the small words and the legal forms of a name: `uncl`, `fiir`, `6mbH`, `0HG`. Register data has them (`Keil &
 * Mundt 0HG`, `Import- urid Export`), and no name has such a word of its own.
 */

/** A letter, or two, and what a scanner takes it for. */
const PICTURES: readonly (readonly [string, string])[] = [
  ['g', '6'],
  ['o', '0'],
  ['b', '8'],
  ['s', '5'],
  ['l', '1'],
  ['m', 'rn'],
  ['d', 'cl'],
  ['n', 'ri'],
  ['ue', 'ii'],
  ['u', 'ii'],
]
/** Misread letters that are looked for in one word. */
const MISREAD_MAX = 2

/** Words of forms; where one is misread, nothing else can be meant. */
const FORM_WORDS =
  'gmbh mbh ohg kgaa gbr kfm gesellschaft genossenschaft aktiengesellschaft kommanditgesellschaft haftung haftpflicht beschraenkter'
/** Words between two others. */
const LITTLE_WORDS = 'und fuer der die des mit im'

const OF_FORMS = misreadings(FORM_WORDS)
const OF_LITTLE = misreadings(LITTLE_WORDS)
/** `& C0.` */
const OF_PARTNER = misreadings('co')

/** Misread word → the word. */
function misreadings(words: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const word of words.split(' ')) {
    let ways = [word]
    for (let i = 0; i < MISREAD_MAX; i++) {
      ways = ways.flatMap(misreadOnce)
      for (const way of ways) map.set(way, word)
    }
  }
  return map
}

function misreadOnce(word: string): string[] {
  return PICTURES.flatMap(([letters, picture]) =>
    [...word.matchAll(new RegExp(letters, 'g'))].map(
      ({ index }) => word.slice(0, index) + picture + word.slice(index + letters.length),
    ),
  )
}

/** The word that a scanner has misread as `text`; `text` itself where that is not certain. `before` and `next`: the words around it, if any. */
export function asPrinted(text: string, before: string | undefined, next: string | undefined): string {
  if (before === undefined) return text
  const word = OF_FORMS.get(text) ?? (before === 'und' ? OF_PARTNER.get(text) : undefined)
  return word ?? (next === undefined ? text : (OF_LITTLE.get(text) ?? text))
}
