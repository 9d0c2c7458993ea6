/** The closed lists of values in searches and their results, with descriptions. */

import { MATCH_KIND_TEXTS, MATCH_REASON_TEXTS, type MatchText } from '../../names/ranking/match-texts.ts'
import { MATCH_KINDS, MATCH_REASONS } from '../../names/ranking/rank.ts'
import { COUNTRY_CODES } from '../../names/reading/country.ts'
import { COURTS } from '../../names/reading/court.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { STATES } from '../../names/reading/state.ts'
import { STATUSES } from '../../names/search/status.ts'
import { REGISTER_TYPE_WORDS, STATUS_WORDS } from '../company/company-words.ts'

/** A code of a closed list and its description. */
export interface ReferenceEntry {
  readonly code: string
  readonly name: MatchText
}

/** A court that keeps a register today. */
export interface ReferenceCourt {
  readonly code: string
  readonly name: string
  readonly aliases: readonly string[]
}

/** All closed lists. */
export interface Reference {
  readonly statuses: readonly ReferenceEntry[]
  readonly legalForms: readonly ReferenceEntry[]
  readonly registerTypes: readonly ReferenceEntry[]
  /** Codes of ISO 3166-2. */
  readonly states: readonly ReferenceEntry[]
  /** Codes of ISO 3166-1. */
  readonly countries: readonly ReferenceEntry[]
  /** Sorted by name. */
  readonly courts: readonly ReferenceCourt[]
  readonly kinds: readonly ReferenceEntry[]
  readonly reasons: readonly ReferenceEntry[]
}

/** Makes the lists. They are constant for one version of the program. */
export function makeReference(): Reference {
  return {
    statuses: STATUSES.map((code) => ({ code, name: STATUS_WORDS[code] })),
    legalForms: LEGAL_FORMS.map(({ code, name }) => ({ code, name })),
    registerTypes: REGISTER_TYPES.map((code) => ({ code, name: REGISTER_TYPE_WORDS[code] })),
    states: STATES,
    countries: countries(),
    courts: COURTS.filter(({ active }) => active)
      .map(({ code, name, aliases }) => ({ code, name, aliases }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'de')),
    kinds: MATCH_KINDS.map((code) => ({ code, name: MATCH_KIND_TEXTS[code] })),
    reasons: MATCH_REASONS.map((code) => ({ code, name: MATCH_REASON_TEXTS[code] })),
  }
}

/** Countries with their names by the Unicode CLDR. */
function countries(): readonly ReferenceEntry[] {
  const [german, english] = ['de', 'en'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region' }),
  )
  return COUNTRY_CODES.map((code) => ({
    code,
    name: { de: german?.of(code) ?? code, en: english?.of(code) ?? code },
  }))
}
