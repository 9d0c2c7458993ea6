/**
 * The rate limits on a Redis or Valkey server, exact over all nodes that use it. One object per thread. Each
 * call is one round trip. While the server does not answer, this node counts its share in its own memory.
 */
import { defaultState, type MeterUse, stateOf } from '../../core/access/limit-state.ts'
import { ACCOUNT_LIMIT, TENTHS } from '../../core/access/limits.ts'
import type {
  KeyCountings,
  KeyGrant,
  LimitAnswer,
  Limiter,
  LimitLevel,
} from '../../core/access/request-ports.ts'
import type { Awaitable, Synchronous } from '../../core/awaitable.ts'
import type { OutageLog } from '../../core/outage-log.ts'
import type { Needs } from '../../core/ports.ts'
import type { LimitTrafficMeter } from '../../core/usage/limit-traffic.ts'
import { RedisServer } from './redis-server.ts'
import {
  type MeterCall,
  probeCall,
  readAnswer,
  type ScriptAnswer,
  type ScriptStep,
  scriptArguments,
  WINDOW_SCRIPT,
} from './window-script.ts'

const US_A_MS = 1000

/** What the limiter works with. */
export interface RedisLimiterParts {
  readonly server: Pick<RedisServer, 'isReached' | 'run'>
  readonly countings: KeyCountings
  /** Counts the share of this node while the server does not answer. */
  readonly alone: Synchronous<Limiter>
  readonly traffic: Pick<LimitTrafficMeter, 'noteFallBack'>
  /** Time in µs in place of the server's clock, for tests that move it; never goes back. */
  readonly nowUs?: () => number
}

/** What is asked of the meters of a key, and what is given back of a count. In tenths. */
interface Charge {
  readonly askedTenths: number
  readonly askedRequestTenths: number
  readonly givenTenths: number
  readonly givenRequestTenths: number
  /** The count that is given back. */
  readonly countedAt: number
}

const NO_CHARGE: Charge = {
  askedTenths: 0,
  askedRequestTenths: 0,
  givenTenths: 0,
  givenRequestTenths: 0,
  countedAt: 0,
}

/**
 * Implements {@link Limiter} over a server. `countedAt` is the time of the server in µs, or, of a count in this
 * node's memory, its own time with a minus sign: each count is undone where it was made. A count on a server
 * that is lost meanwhile stays until its window ends.
 */
export class RedisLimiter implements Limiter {
  readonly #parts: RedisLimiterParts

  constructor(parts: RedisLimiterParts) {
    this.#parts = parts
  }

  take(grant: KeyGrant, costTenths: number): Awaitable<LimitAnswer> {
    const { alone, traffic, server } = this.#parts
    const takeAlone = () => {
      traffic.noteFallBack()
      return countedAlone(alone.take(grant, costTenths))
    }
    if (!server.isReached) return takeAlone()
    const charge = { ...NO_CHARGE, askedTenths: costTenths, askedRequestTenths: TENTHS }
    return this.#ask(grant, charge).catch(takeAlone)
  }

  takeMore(
    grant: KeyGrant,
    costTenths: number,
    tookTenths: number,
    countedAt: number,
  ): Awaitable<LimitAnswer> {
    const { alone, server } = this.#parts
    if (countedAt < 0) return countedAlone(alone.takeMore(grant, costTenths, tookTenths, -countedAt))
    // What was counted on the server is not in this node's memory, so nothing is taken back there.
    const takeMoreAlone = () => countedAlone(alone.takeMore(grant, costTenths, 0, 0))
    if (!server.isReached) return takeMoreAlone()
    const charge = {
      ...NO_CHARGE,
      ...{ askedTenths: costTenths, givenTenths: tookTenths, givenRequestTenths: TENTHS, countedAt },
    }
    return this.#ask(grant, charge).catch(takeMoreAlone)
  }

  refund(grant: KeyGrant, costTenths: number, countedAt: number): Awaitable<void> {
    if (countedAt < 0) return this.#parts.alone.refund(grant, costTenths, -countedAt)
    return this.#give(grant, { givenTenths: costTenths, givenRequestTenths: TENTHS, countedAt })
  }

  lower(grant: KeyGrant, costTenths: number, countedAt: number): Awaitable<void> {
    if (countedAt < 0) return this.#parts.alone.lower(grant, costTenths, -countedAt)
    return this.#give(grant, { givenTenths: costTenths, givenRequestTenths: 0, countedAt })
  }

  levels(grant: KeyGrant): Awaitable<readonly LimitLevel[]> {
    const { alone, server } = this.#parts
    if (!server.isReached) return alone.levels(grant)
    const calls = this.#callsOf(grant, NO_CHARGE)
    return this.#run('ask', calls, 0)
      .then((answer) => levelsOf(calls, answer))
      .catch(() => alone.levels(grant))
  }

  async #ask(grant: KeyGrant, charge: Charge): Promise<LimitAnswer> {
    const calls = this.#callsOf(grant, charge)
    return answerOf(calls, await this.#run('ask', calls, charge.countedAt))
  }

  #give(
    grant: KeyGrant,
    given: Pick<Charge, 'givenTenths' | 'givenRequestTenths' | 'countedAt'>,
  ): Awaitable<void> {
    if (!this.#parts.server.isReached) return
    const calls = this.#callsOf(grant, { ...NO_CHARGE, ...given })
    const isGiven = this.#run('give', calls, given.countedAt)
    return isGiven.then(
      () => {},
      () => {},
    )
  }

  async #run(step: ScriptStep, calls: readonly MeterCall[], countedAt: number): Promise<ScriptAnswer> {
    const keys = calls.map(({ name }) => name)
    const args = scriptArguments(step, calls, countedAt, this.#parts.nowUs?.())
    return readAnswer(await this.#parts.server.run({ keys, args }), calls.length)
  }

  /** Returns the meters of a key: its own, its burst, and that of its account if it counts for it. */
  #callsOf(grant: KeyGrant, charge: Charge): readonly MeterCall[] {
    const { root, limits } = this.#parts.countings.countingOf(grant)
    // All meters of an account are on the same node of a Redis cluster, which the braces determine.
    const prefix = `firmensuche:{${grant.kind} ${grant.account}}`
    const { askedTenths, givenTenths, askedRequestTenths, givenRequestTenths } = charge
    const meter = (name: string, limit: { quota: number; windowMs: number }, isRequest: boolean) => ({
      // A changed limit begins with an empty meter, as in memory.
      name: `${prefix}:${name}:${limit.quota}/${limit.windowMs}`,
      quotaTenths: limit.quota * TENTHS,
      windowUs: limit.windowMs * US_A_MS,
      askedTenths: isRequest ? askedRequestTenths : askedTenths,
      givenTenths: isRequest ? givenRequestTenths : givenTenths,
    })
    const calls = [meter(root, limits.default, false), meter(`${root}:burst`, limits.burst, true)]
    return limits.countsForAccount ? [...calls, meter('account', ACCOUNT_LIMIT, false)] : calls
  }
}

/** Marks a count as one in this node's memory. */
function countedAlone(answer: LimitAnswer): LimitAnswer {
  return { ...answer, countedAt: -answer.countedAt }
}

function answerOf(calls: readonly MeterCall[], { accepted, nowUs, meters }: ScriptAnswer): LimitAnswer {
  const [own, burst, account] = calls.map(
    ({ quotaTenths, windowUs }, i): MeterUse => ({
      ...{ quotaTenths, allowedTenths: quotaTenths, windowUs },
      ...meters[i]!,
    }),
  )
  const waitUs = Math.max(...meters.map((meter) => meter.waitUs))
  return {
    accepted,
    states: [defaultState(own!, account), stateOf('burst', burst!)],
    retryInMs: Math.ceil(waitUs / US_A_MS),
    countedAt: nowUs,
  }
}

const LEVELS = ['key', 'burst', 'account'] as const

function levelsOf(calls: readonly MeterCall[], { meters }: ScriptAnswer): readonly LimitLevel[] {
  return calls.map(({ quotaTenths, windowUs }, i) => ({
    of: LEVELS[i]!,
    quota: quotaTenths / TENTHS,
    windowMs: windowUs / US_A_MS,
    used: meters[i]!.usedTenths / TENTHS,
  }))
}

/** What a limiter is opened with. */
export interface OpenLimiterParts
  extends Pick<RedisLimiterParts, 'countings' | 'alone' | 'nowUs'>,
    Needs<'clock'> {
  readonly traffic: LimitTrafficMeter
  /** As in `RedisOptions`. */
  readonly answerMsMax?: number
  /** Is told at each attempt whether the server answers. */
  readonly outage: Pick<OutageLog, 'succeeded' | 'failed'>
}

/** Opens a limiter over the server with this URL, which `start` connects. */
export function openRedisLimiter(url: string, parts: OpenLimiterParts) {
  const { traffic, answerMsMax, outage } = parts
  const events = {
    reached: () => {
      traffic.noteReached(true)
      outage.succeeded()
    },
    lost: (error: Error) => {
      traffic.noteReached(false)
      outage.failed(error)
    },
    answered: (us: number) => traffic.noteRoundTrip(us),
  }
  const options = { url, script: WINDOW_SCRIPT, probe: probeCall(), ...(answerMsMax && { answerMsMax }) }
  const server = new RedisServer(options, events, parts)
  return { server, limiter: new RedisLimiter({ ...parts, server }) }
}
