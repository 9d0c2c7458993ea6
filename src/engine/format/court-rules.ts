/** What the courts' rules say of the codes in this index, worked out once: hundreds of companies share a number. */
import { canonicalRegister } from '../../names/reading/company-uuid.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { ImageHeader } from './image.ts'

/** `same`: the suffix asked for; `other`: none was asked for and there is one, or the register's data has none. */
type SuffixVerdict = 'same' | 'other' | 'different'

/** Of a register's court and suffix, by their numbers, as the court's rule sees it. */
export type SuffixTest = (court: number, suffix: number) => SuffixVerdict

export class NumberRules {
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
  markCourts(asked: readonly CourtCode[]): Uint8Array {
    const oldest = this.#oldest
    const marked = new Uint8Array(oldest.length)
    for (const court of asked) {
      const wanted = this.#numbers.get(oldestOf(court))
      for (let i = 0; i < oldest.length; i++) if (oldest[i] === wanted) marked[i] = 1
    }
    return marked
  }

  /** The verdicts on a suffix asked for; `undefined`: none was asked for. */
  suffixTest(asked: string | undefined): SuffixTest {
    // What is not asked for is known by a text that no suffix can be.
    const name = asked ?? '?'
    const known = this.#tests.get(name)
    if (known !== undefined) return known
    if (this.#tests.size >= SUFFIXES_KNOWN_MAX) this.#tests.clear()
    const verdicts: SuffixVerdict[][] = this.#courts.map(() => [])
    const test: SuffixTest = (court, suffix) => {
      const ofCourt = verdicts[court] as SuffixVerdict[]
      const known = ofCourt[suffix]
      if (known !== undefined) return known
      const verdict = this.#judge(court, suffix, asked)
      ofCourt[suffix] = verdict
      return verdict
    }
    this.#tests.set(name, test)
    return test
  }

  #numberOf(oldest: CourtCode): number {
    const known = this.#numbers.get(oldest)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(oldest, number)
    return number
  }

  #judge(court: number, suffix: number, asked: string | undefined): SuffixVerdict {
    const own = this.#suffixes[suffix] as string
    const code = this.#courts[court] as CourtCode
    const ownRegister = registerOf(code, own)
    const wanted = registerOf(code, asked ?? '')
    if (ownRegister.suffix === wanted.suffix && ownRegister.court === wanted.court) return 'same'
    return asked === undefined || own === '' ? 'other' : 'different'
  }
}

/** Anybody may ask for any letters; so many different ones are remembered. */
const SUFFIXES_KNOWN_MAX = 64

/** A court under the code that stands for it in identities. */
function oldestOf(court: CourtCode): CourtCode {
  return registerOf(court, '').court
}

function registerOf(court: CourtCode, suffix: string): RegisterKey {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix })
}
