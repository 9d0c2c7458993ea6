/**
 * `search` and `fetch`, the two tools that assistants with a general search expect under these names and with
 * these results: a list of `{ id, title, url }`, and one document `{ id, title, text, url }`.
 */
import { z } from 'zod'
import { planSearch, type SearchAnswer, searchCompanies } from '../../core/search/search-companies.ts'
import { hasNoWords, type SearchText } from '../../core/search/search-text.ts'
import type { CompanyRecord } from '../../names/search/page.ts'
import { detailWire } from '../api/company-wire.ts'
import { searchText } from '../api/fields.ts'
import { DEEP_COST_TENTHS } from '../api/search-route.ts'
import { companyText } from './company-text.ts'
import { currentCompany } from './search-tools.ts'
import { defineTool, type Tool, type ToolHost } from './tool.ts'

/** Results of `search`, at most. */
const RESULTS_MAX = 10

const resultFields = {
  id: z.string().describe('The uuid of the company; fetch reads it.'),
  title: z.string().describe('Name, register number, court, seat and status.'),
  url: z.string().describe('The page of the company, for citations.'),
}

/** Searches companies for assistants that know no other tool. */
export const searchTool: Tool = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Searches registered companies by name or register number and returns up to ten ids with titles, best first. If no company has this name today, it also finds former names, removed companies and misspelt names. Read one with fetch. search_companies has filters and scores.',
  input: z.strictObject({
    query: searchText.meta({
      description: 'A company name or a register number; nothing else is searched.',
      example: 'Carl Zeiss',
    }),
  }),
  output: z.strictObject({ results: z.array(z.strictObject(resultFields)) }),
  async run(host, { query }) {
    const { hits } = await searchAllNames(host, query)
    return { results: hits.map(({ record }) => titled(host, record)) }
  },
})

/** Searches normally and, if that has no hit and the key may search deep, deep. */
async function searchAllNames(host: ToolHost, name: SearchText): Promise<SearchAnswer> {
  const request = { name, limit: RESULTS_MAX, include: [], filters: {} }
  const found = await searchCompanies(host, planSearch({ ...request, deep: false }))
  if (found.total > 0 || !host.maySearchDeep || hasNoWords(name)) return found
  await host.pay({ totalTenths: DEEP_COST_TENTHS, isDeep: true, field: '/query' })
  return searchCompanies(host, planSearch({ ...request, deep: true }))
}

type Titled = Pick<
  CompanyRecord,
  'uuid' | 'name' | 'registrationNumber' | 'registerCourt' | 'seat' | 'status'
>

function titled(host: ToolHost, record: Titled) {
  const { name, registrationNumber: number, registerCourt: court, seat, status } = record
  const register = [number, court].filter((text) => text !== '').join(' ')
  const facts = [register, seat, status].filter((text) => text !== '')
  return { id: record.uuid, title: `${name} (${facts.join(', ')})`, url: urlOf(host, record.uuid) }
}

function urlOf({ publicUrl }: Pick<ToolHost, 'publicUrl'>, uuid: string): string {
  return `${publicUrl}/company/${uuid}`
}

/** Returns one company as a text. */
export const fetchTool: Tool = defineTool({
  name: 'fetch',
  title: 'Fetch a company',
  description:
    'Returns one company as a text with all important facts and its sources. get_company returns the same as fields.',
  input: z.strictObject({
    id: z.string().describe('The id of a result of search.'),
  }),
  output: z.strictObject({
    ...resultFields,
    text: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  async run(host, { id }) {
    const company = detailWire(await currentCompany(host, id, '/id'), await host.companies.sources())
    const { uuid, name, status, euid, lei, registration_number, register_court, updated_at } = company
    const known = { status, registration_number, register_court, euid, lei: lei ?? '', updated_at }
    return {
      id: uuid,
      title: name,
      url: urlOf(host, uuid),
      text: companyText(company),
      metadata: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
    }
  },
})
