/** The names of a company that several entries tell: current, former and other ones. Pure. */
import type { Company, CompanySource, FormerName, OtherName } from './company.ts'
import { compareTexts, mergeNames } from './history.ts'
import { lastDayOfName } from './precedence.ts'

/** The names of one of two merged records. */
export interface RecordNames extends Pick<Company, 'name' | 'formerNames' | 'otherNames'> {
  /** The entry that tells its current name. */
  readonly nameSource: CompanySource
  /** The entries of which the other record has a later version, as `entryText`. */
  readonly superseded: ReadonlySet<string>
}

/**
 * Merges the names of two records, of which `current` has today's name. The name of the other one is a former name
 * if the register tells it or a later version of its entry has another one. Else it is another name of today: a
 * list of the operator may use a trading name for years.
 */
export function mergeNamesOf(
  current: RecordNames,
  other: RecordNames,
): Pick<Company, 'formerNames' | 'otherNames'> {
  const former: FormerName[] = [...current.formerNames, ...other.formerNames]
  const others: OtherName[] = []
  for (const record of [current, other]) {
    const isReplaced = (told: OtherName) => record.superseded.has(entryText(told))
    others.push(...record.otherNames.filter((told) => !isReplaced(told)))
    const replaced = record.otherNames.filter((told) => told.kind === 'name' && isReplaced(told))
    former.push(...replaced.map((told) => ({ name: told.name, until: null })))
  }
  const { name, nameSource } = other
  const { source, sourceKey } = nameSource
  const until = lastDayOfName(nameSource)
  if (until !== null) former.push({ name, until })
  else if (other.superseded.has(entryText(nameSource))) former.push({ name, until: null })
  else others.push({ name, source, sourceKey, kind: 'name' })
  return {
    formerNames: mergeNames(current.name, withoutToldToday(former, others)),
    otherNames: inOrder(others),
  }
}

/** Leaves out former names without a day that an entry has as its name today. */
function withoutToldToday(
  former: readonly FormerName[],
  others: readonly OtherName[],
): readonly FormerName[] {
  const today = new Set(others.filter(({ kind }) => kind === 'name').map(({ name }) => name))
  if (today.size === 0) return former
  const dated = new Set(former.filter(({ until }) => until !== null).map(({ name }) => name))
  return former.filter(({ name }) => dated.has(name) || !today.has(name))
}

/** Returns a text that identifies an entry of a source. */
export function entryText({ source, sourceKey }: Pick<CompanySource, 'source' | 'sourceKey'>): string {
  return `${source} ${sourceKey}`
}

/** Returns the other names that are shown: neither the current name nor a former one, each once for a source. */
export function shownOtherNames({
  name,
  formerNames,
  otherNames,
}: Pick<Company, 'name' | 'formerNames' | 'otherNames'>): readonly Pick<OtherName, 'name' | 'source'>[] {
  if (otherNames.length === 0) return []
  const hidden = new Set([name, ...formerNames.map((former) => former.name)])
  const shown = otherNames.filter((other) => !hidden.has(other.name))
  return shown.filter((other, i) => {
    const before = shown[i - 1]
    return before?.name !== other.name || before.source !== other.source
  })
}

/** Sorts names by text, then by entry. */
function inOrder(names: readonly OtherName[]): readonly OtherName[] {
  return names.toSorted(
    (a, b) =>
      compareTexts(a.name, b.name) ||
      compareTexts(entryText(a), entryText(b)) ||
      compareTexts(a.kind, b.kind),
  )
}
