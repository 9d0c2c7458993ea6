/** What the courts' rules say of the codes in this index, worked out once: hundreds of companies share a number. */
import { canonicalRegister } from '../names/company-uuid.ts'
import type { CourtCode } from '../names/court.ts'
import type { RegisterKey } from '../names/register-number.ts'
import type { ImageHeader } from './image.ts'

/** `same`: the suffix asked for; `other`: none was asked for and there is one, or the register's data has none. */
export type SuffixVerdict = 'same' | 'other' | 'different'

export class NumberRules {
  readonly #courts: readonly string[]
  readonly #suffixes: readonly string[]
  readonly #oldest: readonly CourtCode[]
  /** By suffix asked for, then court and suffix of the register. */
  readonly #verdicts = new Map<string, Map<number, SuffixVerdict>>()

  constructor({ courts, suffixes }: ImageHeader) {
    this.#courts = courts
    this.#suffixes = suffixes
    this.#oldest = courts.map((court) => oldestOf(court as CourtCode))
  }

  /** [number of a court] = 1 where it is one of these courts, or was, or became one. */
  markCourts(asked: readonly CourtCode[]): Uint8Array {
    const wanted = new Set(asked.map(oldestOf))
    return Uint8Array.from(this.#oldest, (court) => (wanted.has(court) ? 1 : 0))
  }

  /** Of a register's court and suffix, by their numbers, as the court's rule sees it. */
  suffixVerdict(court: number, suffix: number, asked: string | undefined): SuffixVerdict {
    // What is not asked for is known by a text that no suffix can be.
    const verdicts = this.#verdictsFor(asked ?? '?')
    const key = court * 65_536 + suffix
    const known = verdicts.get(key)
    if (known !== undefined) return known
    const verdict = this.#judge(court, suffix, asked)
    verdicts.set(key, verdict)
    return verdict
  }

  #verdictsFor(asked: string): Map<number, SuffixVerdict> {
    const known = this.#verdicts.get(asked)
    if (known !== undefined) return known
    if (this.#verdicts.size > SUFFIXES_KNOWN_MAX) this.#verdicts.clear()
    const verdicts = new Map<number, SuffixVerdict>()
    this.#verdicts.set(asked, verdicts)
    return verdicts
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
