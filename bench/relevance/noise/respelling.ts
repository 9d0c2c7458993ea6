/** Changing letters by a table. */
import type { Random } from '../../corpus/random.ts'

/**
 * The text with `count` of the changes that it lends itself to, each at one random place; every rule that fits is as likely.
 * `undefined` where none fits. A rule for any case keeps a capital letter one.
 */
export function respelt(
  text: string,
  rules: readonly (readonly [RegExp, string])[],
  count: number,
  random: Random,
): string | undefined {
  let changed = text
  for (let i = 0; i < count; i++) {
    const fitting = rules.filter(([pattern]) => changed.search(pattern) >= 0)
    if (fitting.length === 0) break
    changed = changedOnce(changed, random.oneOf(fitting), random)
  }
  return changed === text ? undefined : changed
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
