/** What a handler is given of a request that the guard let in. */
import { chargeTotal, checkQuota, needScope } from './guard.ts'
import type { Input } from './input.ts'
import { chooseLanguage } from './language.ts'
import type { Call, HttpNeeds } from './route.ts'
import type { Visit } from './visit.ts'

/** `params` are those of the path, `input` what was read by the schemas of the route. */
export function callOf(
  needs: HttpNeeds,
  visit: Visit,
  params: Readonly<Record<string, string>>,
  { query, body }: Input,
): Call {
  return {
    query,
    body,
    params,
    media: visit.media,
    headers: visit.headers,
    language: chooseLanguage(visit.headers['accept-language']),
    need: (scope) => needScope(visit, scope),
    checkQuota: (totalTenths, field) => checkQuota(visit, totalTenths, field),
    charge: (totalTenths) => chargeTotal(needs, visit, totalTenths),
  }
}
