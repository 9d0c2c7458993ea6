/** wrk, one thread: how many requests a second over so many connections, and how long they take. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { cpuUsOf, type Running, SEARCH_PATH } from './service.ts'

/** The results of wrk. */
export interface Load {
  readonly requestsPerS: number
  /** Processor time of the whole server for one request. */
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers that are none of 2xx and 3xx, connections that broke, requests without an answer in two seconds. */
  readonly errors: number
}

/** What wrk runs: searches, one body after the other. */
export function writeScript(path: string, bodies: readonly string[], key: string): void {
  const lua = `local bodies = {\n${bodies.map((body) => JSON.stringify(body)).join(',\n')}\n}
local headers = { ["Authorization"] = "Bearer ${key}", ["Content-Type"] = "application/json" }
local i = 0
request = function() i = i % #bodies + 1; return wrk.format("POST", "${SEARCH_PATH}", headers, bodies[i]) end\n`
  writeFileSync(path, lua)
}

/** The settings of wrk. */
export interface WrkPlan {
  readonly script: string
  readonly connections: number
  readonly seconds: number
  /** As taskset takes it. */
  readonly core: string
}

/** Runs wrk against a server. */
export async function runWrk(server: Running, plan: WrkPlan): Promise<Load> {
  const { script, connections, seconds, core } = plan
  const args = ['-c', core, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script]
  const startUs = cpuUsOf(server)
  const child = spawn('taskset', [...args, server.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = text(child.stdout)
  const [code] = (await once(child, 'close')) as [number]
  const usedUs = cpuUsOf(server) - startUs
  if (code !== 0) throw new Error(`wrk ended with ${code}`)
  return readLoad(await said, usedUs)
}

function readLoad(said: string, usedUs: number): Load {
  const read = (pattern: RegExp) => pattern.exec(said)?.[1]
  const count = (pattern: RegExp) => Number(read(pattern) ?? 0)
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(said) ?? []
  return {
    requestsPerS: count(/Requests\/sec:\s+([\d.]+)/),
    cpuUs: usedUs / count(/(\d+) requests in/),
    p50Ms: msOf(read(/^ +50% +(\S+)/m)),
    p99Ms: msOf(read(/^ +99% +(\S+)/m)),
    errors: [count(/Non-2xx or 3xx responses: (\d+)/), ...broken.slice(1).map(Number)].reduce(
      (a, b) => a + b,
    ),
  }
}

const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** `1.23ms` */
function msOf(said: string | undefined): number {
  const [, number, unit] = /^([\d.]+)([a-z]+)$/.exec(said ?? '') ?? []
  return Number(number) * (MS[unit ?? ''] ?? Number.NaN)
}
