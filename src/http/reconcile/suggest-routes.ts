/** Suggestions while a person types the name of a company, a type or a property, and what is shown beside them. */
import { z } from 'zod'
import { Failure } from '../../core/failure.ts'
import { readSearchText } from '../../core/search/search-text.ts'
import { SUGGESTIONS_MAX, suggestCompanies } from '../../core/search/suggest-companies.ts'
import { recordOf } from '../api/company-wire.ts'
import { SUGGEST_COST_TENTHS } from '../api/suggest-route.ts'
import type { Language } from '../protocol/language.ts'
import { escapeHtml } from '../request/plain-pages.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { COMPANY_COST_TENTHS, currentCompany } from './answer-extension.ts'
import { descriptionOf, factsHtml } from './company-summary.ts'
import { describedType, entityType, TYPE_ID } from './entity-type.ts'
import { PROPERTIES, PROPERTY_BY_ID, propertyWire } from './properties.ts'
import { SERVICE_PATH, SERVICE_ROUTE, serviceAnswer } from './service-paths.ts'

// Clients send parameters of their own (`type`, `cursor`, `callback`), which are ignored.
const prefixQuery = z.object({ prefix: z.string().default('') })
const idQuery = z.object({ id: z.string() })
const proposalQuery = z.object({ type: z.string().optional(), limit: z.string().optional() })

const ROUTE = { ...SERVICE_ROUTE, method: 'GET' } as const

/** The routes that suggest companies, types and properties, and describe one of them. */
export const SUGGEST_ROUTES: readonly Route[] = [
  defineRoute({
    ...ROUTE,
    id: 'suggestReconciledCompanies',
    path: `${SERVICE_PATH}/suggest/entity`,
    costTenths: SUGGEST_COST_TENTHS,
    query: prefixQuery,
    answer: async (needs, call) =>
      serviceAnswer({ result: await suggestedEntities(needs, call.query.prefix, call.language) }),
  }),
  defineRoute({
    ...ROUTE,
    id: 'suggestReconciledTypes',
    path: `${SERVICE_PATH}/suggest/type`,
    costTenths: SUGGEST_COST_TENTHS,
    query: prefixQuery,
    answer: (_needs, { query, language }) => {
      const type = describedType(language)
      return serviceAnswer({ result: isMeant(query.prefix, type) ? [type] : [] })
    },
  }),
  defineRoute({
    ...ROUTE,
    id: 'suggestReconciledProperties',
    path: `${SERVICE_PATH}/suggest/property`,
    costTenths: SUGGEST_COST_TENTHS,
    query: prefixQuery,
    answer: (_needs, { query, language }) => {
      const all = PROPERTIES.map((property) => propertyWire(property, language))
      return serviceAnswer({ result: all.filter((property) => isMeant(query.prefix, property)) })
    },
  }),
  defineRoute({
    ...ROUTE,
    id: 'describeReconciledCompany',
    path: `${SERVICE_PATH}/flyout/entity`,
    costTenths: COMPANY_COST_TENTHS,
    query: idQuery,
    answer: async (needs, { query: { id }, language }) => {
      const company = await currentCompany(needs, id)
      if (company === undefined) throw new Failure('not_found', 'no company has this id')
      return flyout(id, company.name, factsHtml(company, language))
    },
  }),
  defineRoute({
    ...ROUTE,
    id: 'describeReconciledType',
    path: `${SERVICE_PATH}/flyout/type`,
    costTenths: SUGGEST_COST_TENTHS,
    query: idQuery,
    answer: (_needs, { query: { id }, language }) => {
      if (id !== TYPE_ID) throw new Failure('not_found', 'no such type')
      const { name, description } = describedType(language)
      return flyout(id, name, `<p>${escapeHtml(description)}</p>`)
    },
  }),
  defineRoute({
    ...ROUTE,
    id: 'describeReconciledProperty',
    path: `${SERVICE_PATH}/flyout/property`,
    costTenths: SUGGEST_COST_TENTHS,
    query: idQuery,
    answer: (_needs, { query: { id }, language }) => {
      const property = PROPERTY_BY_ID.get(id)
      if (property === undefined) throw new Failure('not_found', 'no such property')
      const { name, description } = propertyWire(property, language)
      return flyout(id, name, `<p>${escapeHtml(description)}</p>`)
    },
  }),
  defineRoute({
    ...ROUTE,
    id: 'proposeReconciledProperties',
    path: `${SERVICE_PATH}/extend/propose`,
    costTenths: SUGGEST_COST_TENTHS,
    query: proposalQuery,
    answer: (_needs, call) => serviceAnswer(proposal(call)),
  }),
]

/** Returns the companies whose names begin so, or the one with this id. */
async function suggestedEntities(needs: HttpNeeds, prefix: string, language: Language) {
  const read = readSearchText(prefix)
  if ('fault' in read) return []
  const byId = await currentCompany(needs, read.text)
  const hits = byId === undefined ? await suggestCompanies(needs, read.text, SUGGESTIONS_MAX) : []
  const records = byId === undefined ? hits.map(({ record }) => record) : [recordOf(byId)]
  return records.map((record) => ({
    id: record.uuid,
    name: record.name,
    description: descriptionOf(record, language),
    notable: [entityType(language)],
  }))
}

/** Whether a person who types the prefix may mean this; nothing typed means all. */
function isMeant(prefix: string, { id, name }: { readonly id: string; readonly name: string }): boolean {
  const typed = prefix.trim().toLowerCase()
  return id.startsWith(typed) || name.toLowerCase().includes(typed)
}

/** Returns all properties of a type, at most `limit`; none of a type that is not a company. */
function proposal({ query: { type, limit }, language }: Call<z.output<typeof proposalQuery>>) {
  const isKnown = type === undefined || type === '' || type === TYPE_ID
  const most = /^[1-9]\d{0,3}$/.test(limit ?? '') ? Number(limit) : PROPERTIES.length
  const all = isKnown ? PROPERTIES.map((property) => propertyWire(property, language)) : []
  return {
    ...(type !== undefined && { type }),
    ...(limit !== undefined && { limit: most }),
    properties: all.slice(0, most),
  }
}

function flyout(id: string, name: string, html: string) {
  return serviceAnswer({ id, html: `<h1>${escapeHtml(name)}</h1>\n${html}` })
}
