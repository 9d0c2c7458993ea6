/** `GET /api/v1/reconcile/{key}/preview/{id}`: a company as a small page, shown in a frame of OpenRefine. */
import { Failure } from '../../core/failure.ts'
import type { Text } from '../protocol/language.ts'
import { escapeHtml, styledPage } from '../request/plain-pages.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { COMPANY_COST_TENTHS, currentCompany } from './answer-extension.ts'
import { factsHtml, sourcesHtml } from './company-summary.ts'
import { SERVICE_HEADERS, SERVICE_PATH, SERVICE_ROUTE } from './service-paths.ts'

/** The route of the preview. */
export const previewRoute: Route = defineRoute({
  ...SERVICE_ROUTE,
  id: 'previewReconciledCompany',
  method: 'GET',
  path: `${SERVICE_PATH}/preview/:id`,
  costTenths: COMPANY_COST_TENTHS,
  produces: ['text/html'],
  answer: preview,
})

/**
 * Any page may show it: OpenRefine runs under many addresses. It needs no cookie and has neither links nor buttons, so
 * nothing can be clicked under cover.
 */
const FRAME_ANCESTORS = '*'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:.75rem 1rem;background:#fff;color:#16201f;font:.875rem/1.45 system-ui,sans-serif}
h1{margin:0 0 .5rem;font-size:1.0625rem;line-height:1.3;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .9rem;margin:0}
dt{color:#55625f}dd{margin:0;overflow-wrap:anywhere}
p{margin:.6rem 0 0}small{color:#55625f}
@media (prefers-color-scheme:dark){body{background:#151c1d;color:#e6eceb}dt,small{color:#9fadaa}}
`

const SOURCES: Text = { de: 'Quellen', en: 'Sources' }

async function preview(needs: HttpNeeds, { params, language }: Call): Promise<Answer> {
  const company = await currentCompany(needs, params.id as string)
  if (company === undefined) throw new Failure('not_found', 'no company has this id')
  const sources = sourcesHtml(company, await needs.companies.sources(), language)
  const page = styledPage({
    status: 200,
    look: { colours: undefined, fonts: '' },
    language,
    title: company.name,
    style: STYLE,
    body: `<main>
<h1>${escapeHtml(company.name)}</h1>
${factsHtml(company, language)}
<p><small>${SOURCES[language]}: ${sources}</small></p>
</main>`,
    frameAncestors: FRAME_ANCESTORS,
  })
  return { ...page, headers: { ...page.headers, ...SERVICE_HEADERS, vary: 'Accept, Accept-Language' } }
}
