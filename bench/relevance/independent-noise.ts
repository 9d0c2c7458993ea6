/**
 * Noise by somebody who has not read how the product reads names: how people mistype, hear, abbreviate, misremember, dictate,
 * scan, copy and reorder the names of German companies. A product that is fitted to the other noise must also stand here.
 */
import { MEMORY_NOISE } from './independent/memory.ts'
import { TYPING_NOISE } from './independent/typing.ts'
import { WRITING_NOISE } from './independent/writing.ts'
import type { Noise, NoiseFamily } from './noise.ts'

const SINGLE: NoiseFamily = { ...TYPING_NOISE, ...WRITING_NOISE, ...MEMORY_NOISE }

/** Pairs of noises that come together in practice: the second is applied to what the first has made. */
const TOGETHER: readonly (readonly [first: string, second: string])[] = [
  ['independent umlauts lost', 'independent letter dropped'],
  ['independent abbreviations', 'independent wrong form'],
  ['independent city or branch added', 'independent keyboard neighbours'],
  ['independent hyphens', 'independent letters swapped'],
  ['independent by ear', 'independent form garbled'],
  ['independent words glued or split', 'independent letter doubled'],
  ['independent half remembered', 'independent person added'],
  ['independent initials', 'independent umlauts lost'],
]

const together: Noise = (source) => {
  const [first, second] = source.random.oneOf(TOGETHER)
  const once = SINGLE[first]?.(source)
  if (once === undefined) return undefined
  return SINGLE[second]?.({ ...source, company: { ...source.company, name: once } })
}

/** A noise that happens to leave the name as it is makes no query. */
const withoutIdle =
  (noise: Noise): Noise =>
  (source) => {
    const text = noise(source)
    return text === source.company.name ? undefined : text
  }

/** The independent noises by kind. */
export const INDEPENDENT_NOISE: NoiseFamily = Object.fromEntries(
  Object.entries({ ...SINGLE, 'independent two at once': together }).map(([kind, noise]) => [
    kind,
    withoutIdle(noise),
  ]),
)
