/** The `Call` that a handler receives for an admitted request. */

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

/**
 * The call of a request whose input was validated with the route's schemas. A class, because an object literal
 * would create its functions for every request.
 */
export class AdmittedCall implements Call {
  readonly #needs: HttpNeeds
  readonly #context: RequestContext
  readonly query: unknown
  readonly body: unknown

  constructor(needs: HttpNeeds, context: RequestContext, { query, body }: Input) {
    this.#needs = needs
    this.#context = context
    this.query = query
    this.body = body
  }

  get params(): Call['params'] {
    return this.#context.params
  }

  get upload(): string {
    const { upload, route } = this.#context
    if (upload === undefined) throw new Error(`the body of ${route?.id} is stored in no file`)
    return upload
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
    return chooseLanguage(this.headers['accept-language'])
  }

  get signedIn(): Call['signedIn'] {
    return this.#context.signedIn
  }

  get visitor(): Visitor {
    const { cookie = '', 'user-agent': userAgent = '' } = this.headers
    return { cookies: cookie, address: this.#context.address, userAgent, language: this.language }
  }

  get member(): Member {
    if (this.signedIn === undefined) {
      throw new Error(`the access of ${this.#context.route?.id} lets in people who are not signed in`)
    }
    const { session } = this.signedIn
    return { ...this.visitor, account: session.account, session: session.id }
  }

  get trace(): Trace {
    const { account, address, userAgent, language } = this.member
    const atMs = this.#needs.clock.nowMs()
    return { actor: account, address, device: deviceOf(userAgent), atMs, language }
  }

  get key(): KeyGrant {
    const { grant, route } = this.#context
    if (grant === undefined) throw new Error(`the access of ${route?.id} asks for no key`)
    return grant
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
