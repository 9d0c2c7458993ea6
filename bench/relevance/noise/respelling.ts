/** Changing letters by a table. */
import type { Random } from '../../corpus/random.ts'

/**
 * The name with changes in up to `count` of its words, one in each; every word that a rule fits is as likely, and so is every rule that
 * fits it. `undefined` where none fits. A rule for any case keeps a capital letter one.
 */
export function respelt(
  name: string,
  rules: readonly (readonly [RegExp, string])[],
  count: number,
  random: Random,
): string | undefined {
  const pieces = name.split(/(\s+)/)
  const rulesOf = (piece: string) => rules.filter(([pattern]) => piece.search(pattern) >= 0)
  let places = pieces.flatMap((piece, i) => (rulesOf(piece).length > 0 ? [i] : []))
  for (let i = 0; i < count && places.length > 0; i++) {
    const place = random.oneOf(places)
    const piece = pieces[place] as string
    pieces[place] = changedOnce(piece, random.oneOf(rulesOf(piece)), random)
    places = places.filter((one) => one !== place)
  }
  const changed = pieces.join('')
  return changed === name ? undefined : changed
}

function changedOnce(
  text: string,
  [pattern, replacement]: readonly [RegExp, string],
  random: Random,
): string {
  const match = random.oneOf([...text.matchAll(pattern)])
  const written = replacement.replace('$1$1', (match[1] ?? '').repeat(2)).replace('$1', match[1] ?? '')
  const isCapital = pattern.ignoreCase && /^\p{Lu}/u.test(match[0])
  const put = isCapital ? written.slice(0, 1).toUpperCase() + written.slice(1) : written
  return text.slice(0, match.index) + put + text.slice(match.index + match[0].length)
}
