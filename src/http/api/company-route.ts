/** `GET /api/v1/companies/{uuid}` */
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import type { FoundCompany } from '../../core/company/company-store.ts'
import { findCompany } from '../../core/company/find-company.ts'
import { Failure } from '../../core/failure.ts'
import { taggedAnswer } from '../request/json-response.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { detailSchema } from './company-schemas.ts'
import { detailWire } from './company-wire.ts'
import { dataAgeOf, sourceDatesOf } from './data-age.ts'
import { DETAIL_HEADERS, MOVED, unchanged } from './header-notes.ts'

/** The route that returns all data of one company. */
export const companyRoute: Route = defineRoute({
  id: 'getCompany',
  method: 'GET',
  path: '/api/v1/companies/:uuid',
  access: 'companies:read',
  costTenths: 10,
  result: detailSchema,
  resultHeaders: DETAIL_HEADERS,
  otherAnswers: [unchanged(DETAIL_HEADERS), MOVED],
  example: '/api/v1/companies/ee82b625-5397-599e-a093-d52297e6b435',
  errors: ['not_found'],
  summary: { de: 'Ein Unternehmen', en: 'One company' },
  description: {
    de: 'Alle Angaben zu einem Unternehmen. Eine frühere ID führt zu 308 mit der aktuellen in `Location`.',
    en: 'All facts about one company. A former ID returns 308 with the current one in `Location`.',
  },
  answer: (needs, call) =>
    whenReady(findCompany(needs, call.params.uuid ?? ''), (found) => answerCompany(needs, call, found)),
})

function answerCompany(needs: HttpNeeds, call: Call, found: FoundCompany | undefined): Awaitable<Answer> {
  if (found === undefined) throw new Failure('not_found', 'no company has this id')
  if (found.kind === 'alias') {
    return { status: 308, headers: { location: `/api/v1/companies/${found.of}` }, body: undefined }
  }
  const { company } = found
  return whenReady(needs.companies.sources(), (sets) => {
    const body = JSON.stringify(detailWire(company, sets))
    return taggedAnswer(call, body, dataAgeOf(sourceDatesOf([company]), sets))
  })
}
