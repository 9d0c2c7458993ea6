/**
 * What the runs of the tests do, and how often a test repeats it. `npm test` repeats enough to notice an error soon, `THOROUGH=1` (`npm run
 * test:thorough`) as often as a change must pass before it is merged, `LONG=1` (`npm run check:long`) ten times that.
 */

/** Whether tests run that take minutes. */
export const IS_LONG = process.env.LONG === '1'

/** Whether all repetitions run. */
export const IS_THOROUGH = IS_LONG || process.env.THOROUGH === '1'

/**
 * Leaves a test out of `npm test` (`{ skip: BRIEF }`), because it takes long and a shorter one of its kind runs. A file of such
 * tests alone begins with a comment `Thorough: ` and the reason.
 */
export const BRIEF: string | false = IS_THOROUGH ? false : 'npm run test:thorough runs it'

/** Returns the number of repetitions: `thorough` of them, in `npm test` a tenth or `brief`. */
export function often(thorough: number, brief = Math.ceil(thorough / 10)): number {
  if (IS_LONG) return thorough * 10
  return IS_THOROUGH ? thorough : brief
}

/** Returns the items that a test walks through: all of them, in `npm test` `count` that lie evenly among them. */
export function someOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (IS_THOROUGH || count >= items.length) return items
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as Item)
}

/** Returns the seed of generated input: the same in every run, with `LONG=1` another one each time. */
export function seed(): number {
  return IS_LONG ? Date.now() : 1
}
