/**
 * The courts' rules for register numbers, applied to the codes of this index. Results are cached: hundreds of
 * companies share a number.
 */
import type { CourtCode } from '../../names/reading/court.ts'
import { identifyingCourt, matchSuffix, type SuffixMatch } from '../../names/reading/register-suffix.ts'
import type { ImageHeader } from './image.ts'

/**
 * Compares a register's court and suffix, given by code, with the query's suffix under the rule of the court.
 */
export type SuffixTest = (court: number, suffix: number) => SuffixMatch

/** The court rules for the codes of one index, with their caches. */
export class CourtRules {
  readonly #courts: readonly string[]
  readonly #suffixes: readonly string[]
  /** Numbers of the court codes that identify registers. */
  readonly #numbers = new Map<CourtCode, number>()
  /** By court: the number of its identifying code. */
  readonly #identifying: Uint16Array
  readonly #tests = new Map<string, SuffixTest>()

  constructor({ courts, suffixes }: ImageHeader) {
    this.#courts = courts
    this.#suffixes = suffixes
    this.#identifying = Uint16Array.from(courts, (court) =>
      this.#numberOf(identifyingCourt(court as CourtCode)),
    )
  }

  /**
   * Returns `flags[court code]` = 1 for courts that are one of these courts, were one of them, or became one.
   */
  courtFlags(courts: readonly CourtCode[]): Uint8Array {
    const identifying = this.#identifying
    const flags = new Uint8Array(identifying.length)
    for (const court of courts) {
      const wanted = this.#numbers.get(identifyingCourt(court))
      for (let i = 0; i < identifying.length; i++) if (identifying[i] === wanted) flags[i] = 1
    }
    return flags
  }

  /** Returns the comparison with a query's suffix; `undefined`: the query has none. */
  suffixTest(querySuffix: string | undefined): SuffixTest {
    // A query without suffix is cached under a text that no suffix can be.
    const key = querySuffix ?? '?'
    const known = this.#tests.get(key)
    if (known !== undefined) return known
    if (this.#tests.size >= SUFFIXES_CACHED_MAX) this.#tests.clear()
    const matches: SuffixMatch[][] = this.#courts.map(() => [])
    const test: SuffixTest = (court, suffix) => {
      const ofCourt = matches[court] as SuffixMatch[]
      const known = ofCourt[suffix]
      if (known !== undefined) return known
      const match = this.#matchSuffix(court, suffix, querySuffix)
      ofCourt[suffix] = match
      return match
    }
    this.#tests.set(key, test)
    return test
  }

  #numberOf(court: CourtCode): number {
    const known = this.#numbers.get(court)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(court, number)
    return number
  }

  #matchSuffix(court: number, suffix: number, querySuffix: string | undefined): SuffixMatch {
    return matchSuffix(this.#courts[court] as CourtCode, this.#suffixes[suffix] as string, querySuffix)
  }
}

/** Queries may contain any letters; this many suffixes are cached. */
const SUFFIXES_CACHED_MAX = 64
