/** What a handler is given of a request that the guard let in. */

import type { KeyGrant } from '../core/access/gate.ts'
import type { Trace } from '../core/accounts/audit.ts'
import { deviceOf } from '../core/accounts/device.ts'
import type { Member, Visitor } from '../core/accounts/wishes.ts'
import { chargeTotal, checkQuota, needScope } from './guard.ts'
import type { Input } from './input.ts'
import { chooseLanguage } from './language.ts'
import type { Call, HttpNeeds } from './route.ts'
import type { Visit } from './visit.ts'

/** The browser of the visit. */
export function visitorOf(visit: Visit): Visitor {
  return {
    cookies: visit.headers.cookie ?? '',
    address: visit.address,
    userAgent: visit.headers['user-agent'] ?? '',
    language: chooseLanguage(visit.headers['accept-language']),
  }
}

function memberOf(visit: Visit): Member {
  if (visit.signedIn === undefined) {
    throw new Error(`the access of ${visit.route?.id} lets in people who are not signed in`)
  }
  const { session } = visit.signedIn
  return { ...visitorOf(visit), account: session.account, session: session.id }
}

function keyOf(visit: Visit): KeyGrant {
  if (visit.grant === undefined) throw new Error(`the access of ${visit.route?.id} asks for no key`)
  return visit.grant
}

function traceOf({ clock }: Pick<HttpNeeds, 'clock'>, visit: Visit): Trace {
  const { account, address, userAgent, language } = memberOf(visit)
  return { actor: account, address, device: deviceOf(userAgent), atMs: clock.nowMs(), language }
}

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
    target: visit.target,
    media: visit.media,
    headers: visit.headers,
    language: chooseLanguage(visit.headers['accept-language']),
    visitor: () => visitorOf(visit),
    signedIn: visit.signedIn,
    member: () => memberOf(visit),
    trace: () => traceOf(needs, visit),
    key: () => keyOf(visit),
    need: (scope) => needScope(visit, scope),
    checkQuota: (totalTenths, field) => checkQuota(visit, totalTenths, field),
    charge: (totalTenths) => chargeTotal(needs, visit, totalTenths),
    markDeep: () => {
      visit.isDeep = true
    },
  }
}
