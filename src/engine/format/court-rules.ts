/** What the courts' rules say of the codes in this index, worked out once: hundreds of companies share a number. */
import { canonicalRegister } from '../../names/reading/company-uuid.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { ImageHeader } from './image.ts'

/** `same`: the suffix asked for; `other`: none was asked for and there is one, or the register's data has none. */
type SuffixMatch = 'same' | 'other' | 'different'

/** Of a register's court and suffix, by their numbers, as the court's rule sees it. */
export type SuffixTest = (court: number, suffix: number) => SuffixMatch

export class CourtRules {
  readonly #courts: readonly string[]
  readonly #suffixes: readonly string[]
  /** Numbers of the codes that stand for courts in identities. */
  readonly #numbers = new Map<CourtCode, number>()
  /** By court: the number of its code there. */
  readonly #oldest: Uint16Array
  readonly #tests = new Map<string, SuffixTest>()

  constructor({ courts, suffixes }: ImageHeader) {
    this.#courts = courts
    this.#suffixes = suffixes
    this.#oldest = Uint16Array.from(courts, (court) => this.#numberOf(oldestOf(court as CourtCode)))
  }

  /** [number of a court] = 1 where it is one of these courts, or was, or became one. */
  courtFlags(courts: readonly CourtCode[]): Uint8Array {
    const oldest = this.#oldest
    const flags = new Uint8Array(oldest.length)
    for (const court of courts) {
      const wanted = this.#numbers.get(oldestOf(court))
      for (let i = 0; i < oldest.length; i++) if (oldest[i] === wanted) flags[i] = 1
    }
    return flags
  }

  /** The verdicts on a suffix asked for; `undefined`: none was asked for. */
  suffixTest(querySuffix: string | undefined): SuffixTest {
    // What is not asked for is known by a text that no suffix can be.
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

  #numberOf(oldest: CourtCode): number {
    const known = this.#numbers.get(oldest)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(oldest, number)
    return number
  }

  #matchSuffix(court: number, suffix: number, querySuffix: string | undefined): SuffixMatch {
    const own = this.#suffixes[suffix] as string
    const code = this.#courts[court] as CourtCode
    const ownRegister = registerOf(code, own)
    const wanted = registerOf(code, querySuffix ?? '')
    if (ownRegister.suffix === wanted.suffix && ownRegister.court === wanted.court) return 'same'
    return querySuffix === undefined || own === '' ? 'other' : 'different'
  }
}

/** Anybody may ask for any letters; so many different ones are remembered. */
const SUFFIXES_CACHED_MAX = 64

/** A court under the code that stands for it in identities. */
function oldestOf(court: CourtCode): CourtCode {
  return registerOf(court, '').court
}

function registerOf(court: CourtCode, suffix: string): RegisterKey {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix })
}
