/** Loads what assigning an LEI reads and changes. Call it inside a transaction. */
import type { Company } from '../../../../core/company/company.ts'
import { leiOfKey } from '../../../../core/company/lei.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { type LeiEntryRow, leiEntryOf } from '../../../company-rows/rows/lei-entry-rows.ts'
import { uuidOfLei } from '../../../company-rows/save/assign-leis.ts'
import { recordsOf } from '../../../company-rows/save/entry-records.ts'
import { uuidInList } from '../../../company-rows/save/separate-entries.ts'
import type { Statements } from '../../database/statements.ts'
import { nameStart } from '../tables/company-migrations.ts'
import type { IdFinder } from './find-ids.ts'
import { loadAliasesOf, loadClaimants, loadWhole, resolveUuids } from './load-companies.ts'
import type { LoadedCompanies } from './loaded-companies.ts'

const TOLD =
  'SELECT lei, uuid, name_folded, type, digits, suffix FROM lei_entries WHERE lei = ANY ($1::text[])'
const HOLDERS = 'SELECT DISTINCT company_id AS id FROM leis WHERE lei = ANY ($1::text[])'
/** The companies with the names and numbers that entries tell of an LEI. */
const NAMESAKES = `SELECT DISTINCT c.id FROM lei_entries e JOIN companies c
  ON ${nameStart('c.name_folded')} = ${nameStart('e.name_folded')} AND c.name_folded = e.name_folded
    AND c.register_type = e.type AND c.register_digits = e.digits
  WHERE e.lei = $1 AND e.uuid IS NULL`

/**
 * Loads all companies that an LEI may belong to: those that have it or its key, those that rows of lists with it are part of,
 * and its namesakes. Of the LEIs whose entries may have been joined with a namesake by its name, it is loaded to which
 * companies their numbers belong.
 */
export async function loadForLei(
  statements: Statements,
  loaded: LoadedCompanies,
  lei: Lei,
  finder: IdFinder,
): Promise<void> {
  const key = uuidOfLei(lei)
  await loadHolders(statements, loaded, [lei], finder)
  await resolveUuids(statements, loaded, [key], finder)
  const namesakes = (await statements.all<{ id: number }>(NAMESAKES, [lei])).map(({ id }) => id)
  const holder = loaded.idOf(key) ?? loaded.aliases.idOfSame(key)
  await loadWhole(statements, loaded, [...namesakes, ...(holder === undefined ? [] : [holder])], finder)
  for (const told of loaded.leiEntries.of(lei)) if ('number' in told) loaded.leiEntries.addNumber(told.number)
  await loadHolders(statements, loaded, guessedLeis(loaded, namesakes), finder)
  await loadNumbers(statements, loaded, finder)
}

/** Loads the companies that have LEIs or rows of lists with them. */
async function loadHolders(
  statements: Statements,
  loaded: LoadedCompanies,
  leis: readonly Lei[],
  finder: IdFinder,
): Promise<void> {
  const missing = leis.filter((lei) => !loaded.leiEntries.isLoaded(lei))
  if (missing.length === 0) return
  const rows = (await statements.all<LeiEntryRow>(TOLD, [missing])).map(leiEntryOf)
  for (const lei of missing)
    loaded.leiEntries.addTold(
      lei,
      rows.filter((told) => told.lei === lei),
    )
  const uuids = rows.flatMap((told) => ('uuid' in told ? told.uuid : []))
  await resolveUuids(statements, loaded, uuids, finder)
  const claims = uuids.flatMap((uuid) => loaded.idOf(uuid) ?? loaded.aliases.idOfSame(uuid) ?? [])
  const holders = await statements.all<{ id: number }>(HOLDERS, [missing])
  const ids = [...new Set([...claims, ...holders.map(({ id }) => id)])]
  await loadWhole(statements, loaded, ids, finder)
  for (const lei of missing) loaded.addHolders(lei)
}

/** Returns the LEIs whose entries these companies have without a register number. */
function guessedLeis(loaded: LoadedCompanies, ids: readonly number[]): readonly Lei[] {
  return ids.flatMap((id) =>
    recordsOf(loaded, id, loaded.company(id)).flatMap(({ register }) => leiOfKey(register) ?? []),
  )
}

/** Loads the aliases of all loaded companies, and which companies have or claim the numbers that their entries tell. */
async function loadNumbers(statements: Statements, loaded: LoadedCompanies, finder: IdFinder): Promise<void> {
  const ids = loaded.loadedIds()
  const uuids = ids.flatMap((id) => {
    const company = loaded.company(id)
    const numbers = recordsOf(loaded, id, company).flatMap(numbersOf).map(companyUuid)
    return [...numbers, ...company.sources.map(uuidInList)]
  })
  await resolveUuids(statements, loaded, uuids, finder)
  await loadAliasesOf(statements, loaded, ids)
  await loadClaimants(statements, loaded, ids)
}

function numbersOf({ register, formerNumbers }: Pick<Company, 'register' | 'formerNumbers'>) {
  return [register, ...formerNumbers.map((former) => former.register)]
}
