/**
 * The static rank of a company: which of two companies with equal matches comes first. It depends on stored
 * facts of the company alone, never on searches.
 */
import type { FormCode } from '../reading/legal-form.ts'
import type { Name } from '../reading/read-name.ts'

/** Highest prominence. */
export const PROMINENCE_MAX = 7

/** Prominence by legal form (docs/search.md). Large companies have forms for many shareholders. */
const PROMINENCE_OF_FORMS: readonly (readonly [prominence: number, forms: readonly string[]])[] = [
  [
    7,
    [
      ...['AG', 'SE', 'KGaA', 'AG & Co. KGaA', 'SE & Co. KGaA', 'GmbH & Co. KGaA', 'Stiftung & Co. KGaA'],
      ...['UG & Co. KGaA', 'PLC', 'N.V.', 'S.p.A.', 'ASA'],
    ],
  ],
  [6, ['AG & Co. KG', 'SE & Co. KG', 'KGaA & Co. KG', 'Stiftung & Co. KG', 'VVaG', 'SCE', 'AöR', 'KöR']],
  [5, ['AG & Co. OHG', 'SE & Co. OHG', 'KGaA & Co. OHG', 'Stiftung & Co. OHG', 'eG', 'Stiftung']],
]
/** Prominence of all other forms: whether GmbH, KG or e.K. says little. */
const PROMINENCE_OF_OTHERS = 4

const PROMINENCE = new Map(
  PROMINENCE_OF_FORMS.flatMap(([prominence, forms]) => forms.map((form) => [form, prominence] as const)),
)

/** Returns the prominence of a company by its legal form, 0 to `PROMINENCE_MAX`. */
export function prominenceOf(form: FormCode): number {
  return PROMINENCE.get(form) ?? PROMINENCE_OF_OTHERS
}

/** Letters of a name without its legal form count up to this number, … */
export const BARE_CHARS_MAX = 511
/** … and further characters of the registered name up to this one. */
export const FURTHER_CHARS_MAX = 15
const BARE_SHIFT = 4
const PROMINENCE_SHIFT = 13

/**
 * Returns the static rank, 16 bits, smaller first: higher prominence, then fewer letters of the name without its
 * legal form (with one blank between words), then fewer further characters of the registered name.
 * `name`: the registered name as read; `chars`: its code points.
 */
export function staticRankOf(form: FormCode, { words }: Pick<Name, 'words'>, chars: number): number {
  const bare = words.reduce((sum, word) => sum + word.length, Math.max(0, words.length - 1))
  const further = Math.min(FURTHER_CHARS_MAX, Math.max(0, chars - bare))
  const prominence = PROMINENCE_MAX - prominenceOf(form)
  return (prominence << PROMINENCE_SHIFT) | (Math.min(BARE_CHARS_MAX, bare) << BARE_SHIFT) | further
}

/** Returns the prominence that a static rank was made with. */
export function prominenceIn(staticRank: number): number {
  return PROMINENCE_MAX - (staticRank >>> PROMINENCE_SHIFT)
}
