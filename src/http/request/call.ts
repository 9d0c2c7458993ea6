/** Builds the `Call` that a handler receives for an admitted request. */

import type { KeyGrant } from '../../core/access/request-ports.ts'
import type { Member, Visitor } from '../../core/accounts/browser.ts'
import { deviceOf } from '../../core/accounts/device.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Trace } from '../../core/identity/audit.ts'
import { chooseLanguage } from '../protocol/language.ts'
import { chargeTotal, checkQuota, lowerTotal } from './charge-ledger.ts'
import { needScope } from './guard.ts'
import type { Input } from './input.ts'
import type { RequestContext } from './request-context.ts'
import type { Call, HttpNeeds } from './route.ts'

/** Returns the browser behind a request: cookies, address, user agent and language. */
export function visitorOf(context: RequestContext): Visitor {
  return {
    cookies: context.headers.cookie ?? '',
    address: context.address,
    userAgent: context.headers['user-agent'] ?? '',
    language: chooseLanguage(context.headers['accept-language']),
  }
}

function memberOf(context: RequestContext): Member {
  if (context.signedIn === undefined) {
    throw new Error(`the access of ${context.route?.id} lets in people who are not signed in`)
  }
  const { session } = context.signedIn
  return { ...visitorOf(context), account: session.account, session: session.id }
}

function keyOf(context: RequestContext): KeyGrant {
  if (context.grant === undefined) throw new Error(`the access of ${context.route?.id} asks for no key`)
  return context.grant
}

function traceOf({ clock }: Pick<HttpNeeds, 'clock'>, context: RequestContext): Trace {
  const { account, address, userAgent, language } = memberOf(context)
  return { actor: account, address, device: deviceOf(userAgent), atMs: clock.nowMs(), language }
}

/**
 * Creates the call. `params` are those of the path; `input` is the result of validation with the route's
 * schemas.
 */
export function callOf(
  needs: HttpNeeds,
  context: RequestContext,
  params: Readonly<Record<string, string>>,
  input: Input,
): Call {
  return new AdmittedCall(needs, context, params, input)
}

/** A class, because an object literal would create eight functions for every request. */
class AdmittedCall implements Call {
  readonly #needs: HttpNeeds
  readonly #context: RequestContext
  readonly query: unknown
  readonly body: unknown
  readonly params: Readonly<Record<string, string>>

  constructor(
    needs: HttpNeeds,
    context: RequestContext,
    params: Readonly<Record<string, string>>,
    { query, body }: Input,
  ) {
    this.#needs = needs
    this.#context = context
    this.params = params
    this.query = query
    this.body = body
  }

  get target(): string {
    return this.#context.target
  }

  get media(): string {
    return this.#context.media
  }

  get headers(): Call['headers'] {
    return this.#context.headers
  }

  get language(): Call['language'] {
    return chooseLanguage(this.#context.headers['accept-language'])
  }

  get signedIn(): Call['signedIn'] {
    return this.#context.signedIn
  }

  visitor(): Visitor {
    return visitorOf(this.#context)
  }

  member(): Member {
    return memberOf(this.#context)
  }

  trace(): Trace {
    return traceOf(this.#needs, this.#context)
  }

  key(): KeyGrant {
    return keyOf(this.#context)
  }

  need(scope: Parameters<Call['need']>[0]): void {
    needScope(this.#context, scope)
  }

  checkQuota(totalTenths: number, field: string): void {
    checkQuota(this.#context, totalTenths, field)
  }

  charge(totalTenths: number): Awaitable<void> {
    return chargeTotal(this.#needs, this.#context, totalTenths)
  }

  lower(totalTenths: number): Awaitable<void> {
    return lowerTotal(this.#needs, this.#context, totalTenths)
  }

  markDeep(): void {
    this.#context.isDeep = true
  }
}
