/** The tools that find companies by name or number, and list all facts about one. */
import { z } from 'zod'
import type { Company } from '../../core/company/company.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import { findCompany } from '../../core/company/find-company.ts'
import { Failure } from '../../core/failure.ts'
import { CURSOR_CHARS_MAX } from '../../core/search/cursor.ts'
import {
  planSearch,
  SEARCH_LIMIT_MAX,
  type SearchAnswer,
  searchCompanies,
} from '../../core/search/search-companies.ts'
import { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import { asksDeep, matchRows, readRows, rowResultWire, rowsCostTenths } from '../api/batch-route.ts'
import { BATCH_ROWS_MAX, batchBody, batchResult } from '../api/batch-schemas.ts'
import { detailSchema, matchSchema, recordFields } from '../api/company-schemas.ts'
import { detailWire, matchWire, recordWire } from '../api/company-wire.ts'
import { oldestOf } from '../api/data-age.ts'
import { searchText } from '../api/fields.ts'
import { DEEP_COST_TENTHS, requestOf, searchBody } from '../api/search-route.ts'
import { defineTool, type Tool, type ToolHost } from './tool.ts'

/** Hits of `search_companies` by default: fewer than in the API, because an assistant reads each of them. */
const HITS_DEFAULT = 10

const dateOfData = z.iso
  .date()
  .nullable()
  .describe('The oldest date of the data in the result; null while there are no data.')

const { deep: _deep, include: _include, ...searchFields } = searchBody.shape

/** Finds companies by name or register number. */
export const searchCompaniesTool: Tool = defineTool({
  name: 'search_companies',
  title: 'Search companies',
  description:
    'Finds registered companies by name or register number (for example "HRB 12345 Ulm"), best hit first. A normal search finds current names of companies that exist. If it finds nothing, call it again with deep: true, which also finds former names, removed companies and misspelt names. Each hit has a score from 0 to 100: from 90 on, it is the same name. Use get_company for all facts about a hit, and match_companies for a list of names.',
  input: z.strictObject({
    ...searchFields,
    name: searchText.meta({
      description: 'A company name or a register number. Without letters and digits, nothing is found.',
      example: 'Carl Zeiss',
    }),
    deep: z
      .boolean()
      .default(false)
      .describe(
        'Deep search: also finds former names, removed companies and similar names. Costs five times as much as a normal search, and the key needs the scope companies:search:deep.',
      ),
    limit: z.int().min(1).max(SEARCH_LIMIT_MAX).default(HITS_DEFAULT).describe('Hits per page.'),
    cursor: z
      .string()
      .min(1)
      .max(CURSOR_CHARS_MAX)
      .optional()
      .describe('The next page: next_cursor of the previous result, with all other arguments unchanged.'),
  }),
  output: z.strictObject({
    companies: z.array(z.strictObject({ ...recordFields, match: matchSchema.omit({ highlights: true }) })),
    total: z.int().min(0).describe('Number of hits on all pages.'),
    total_is_exact: z.boolean().describe('If false, there are more hits.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    partial: z
      .boolean()
      .describe(
        'If true, the time for similar names ran out and hits may be missing: search a more exact name.',
      ),
    data_as_of: dateOfData,
  }),
  async run(host, args) {
    const { deep } = args
    const plan = planSearch(requestOf({ ...args, include: [] }))
    if (deep) await host.pay({ totalTenths: DEEP_COST_TENTHS, isDeep: true, field: '/deep' })
    const found = await searchCompanies(host, plan)
    return pageWire(found, args.name, await host.companies.sources())
  },
})

function pageWire(found: SearchAnswer, name: string, sets: readonly SourceSet[]) {
  const query = new HighlightQuery(name)
  return {
    companies: found.hits.map((hit) => {
      const { highlights: _, ...match } = matchWire(hit, query)
      return { ...recordWire(hit.record), match }
    }),
    total: found.total,
    total_is_exact: found.totalIsExact,
    next_cursor: found.next ?? null,
    partial: found.partial,
    data_as_of: oldestDate(
      found.hits.map((hit) => hit.record.asOf),
      sets,
    ),
  }
}

/** Returns the oldest of these dates, or that of all data sets if there are none. */
function oldestDate(dates: readonly string[], sets: readonly SourceSet[]): string | null {
  return oldestOf(dates.length > 0 ? dates : sets.map(({ asOf }) => asOf)) || null
}

/** Returns all facts about one company. */
export const getCompanyTool: Tool = defineTool({
  name: 'get_company',
  title: 'Get a company',
  description:
    'Returns all stored facts about one company: register, status, address, former names and numbers, LEI, parent companies, announcements, and the sources with their licences.',
  input: z.strictObject({
    uuid: z.string().meta({
      description:
        'The uuid of a result of search_companies or match_companies. A former uuid returns the company that it stands for today.',
      example: 'ee82b625-5397-599e-a093-d52297e6b435',
    }),
  }),
  output: detailSchema,
  async run(host, { uuid }) {
    return detailWire(await currentCompany(host, uuid, '/uuid'), await host.companies.sources())
  },
})

/**
 * Finds a company by its id or a former id.
 *
 * @throws {Failure} `not_found` for the argument `field`.
 */
export async function currentCompany(host: ToolHost, id: string, field: string): Promise<Company> {
  const found = await findCompany(host, id)
  const current = found?.kind === 'alias' ? await host.companies.find(found.of) : found
  if (current?.kind === 'company') return current.company
  throw new Failure('not_found', 'no company has this id', [{ field, reason: 'mismatch' }])
}

/** Matches a list of names or numbers. */
export const matchCompaniesTool: Tool = defineTool({
  name: 'match_companies',
  title: 'Match a list of companies',
  description: `Decides for each row of a list which registered company is meant: up to ${BATCH_ROWS_MAX} rows, each with a name or a register number. state "found": one company is meant. "ambiguous": several fit; ask or compare the seat. "possible": the best one has only a similar name. "not_found": try deep: true in that row. "invalid": see details. Costs as much as one search for each row.`,
  input: z.strictObject({ rows: batchBody.describe('The rows of the list.') }),
  output: z.strictObject({
    results: batchResult.describe('One result per row, in the order of the rows.'),
  }),
  async run(host, { rows }) {
    const read = readRows(rows)
    await host.pay({ totalTenths: rowsCostTenths(read), isDeep: rows.some(asksDeep), field: '/rows' })
    const results = await matchRows(host, read)
    return { results: results.map(rowResultWire) }
  },
})
