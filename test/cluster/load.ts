/** The mixed load: searches, lists, keys, sign-ups and imports, each by a client that goes on until it is stopped. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Member } from '../journeys/member.ts'
import { run, sampleLines } from '../journeys/program.ts'
import type { Outcomes } from './outcomes.ts'
import type { ClusterNode, Installation } from './places.ts'

/** A request without an answer by then counts as failed. */
const ANSWER_MS_MAX = 15_000
/** Time after which no node may accept a key that was revoked, in ms. */
const REVOKED_MS = 1000
/** The limit of the key that is used more often than it allows. */
export const QUOTA = 20
export const WINDOW_MS = 10_000
const COMPANIES_PER_IMPORT = 20
const MAPPING = 'source: own\ntitle: Own list\ncolumns: {id: nr, name: firma, seat: ort}\n'

/** What was acknowledged: it must be there at the end. */
export interface Acknowledged {
  /** Ids of keys, and whether their revocation was acknowledged. */
  readonly keys: Map<string, { isRevoked: boolean; readonly secret: string; readonly of: Member }>
  /** Addresses of accounts. */
  readonly accounts: string[]
  /** Names of imported companies. */
  readonly companies: string[]
}

/** What no answer may show. */
export interface Violations {
  /** Answers to a revoked key that accepted it, a second after the revocation or later. */
  readonly revokedAccepted: string[]
  /** Searches that found fewer companies than there are, without saying so. */
  readonly wrongPages: string[]
}

/** What the clients share. */
export interface Load {
  readonly installation: Installation
  readonly outcomes: Outcomes
  readonly acknowledged: Acknowledged
  readonly violations: Violations
  /** The accepted requests with the limited key: when each was sent, and answered. */
  readonly accepted: { readonly sentMs: number; readonly endMs: number }[]
  isOver: boolean
}

/** Posts JSON with a key; resolves to the status and the body. */
export async function post(url: string, key: string, path: string, body: object) {
  const answer = await fetch(`${url}/api/v1/companies/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const text = await answer.text()
  return { status: answer.status, partial: answer.headers.get('x-search-partial'), text }
}

/** Searches for known companies without a pause, every tenth time a deep search; checks that each is found. */
export async function searchAll(load: Load, key: string): Promise<void> {
  const { installation, outcomes, violations } = load
  const names = sampleLines(500)
    .map((line) => JSON.parse(line) as { readonly name: string; readonly current_status: string })
    .filter((company) => company.current_status === 'currently registered')
    .map(({ name }) => name)
  for (let i = 0; !load.isOver; i++) {
    const name = names[i % names.length]!
    const deep = i % 10 === 9
    const status = await outcomes.note(deep ? 'deep search' : 'search', async () => {
      const answer = await post(installation.balancer.url, key, 'search/', { name, ...(deep && { deep }) })
      const isFound = answer.status !== 200 || answer.text.includes('"uuid"')
      if (!isFound && answer.partial === null) violations.wrongPages.push(name)
      return answer.status
    })
    await wait(status === undefined ? 100 : 5)
  }
}

/** Reads lists and changes. */
export async function listAll(load: Load, key: string): Promise<void> {
  const { installation, outcomes } = load
  const paths = ['companies?limit=50', 'changes?limit=50', 'companies?status=removed&limit=20']
  for (let i = 0; !load.isOver; i++) {
    await outcomes.note('list', async () => {
      const answer = await fetch(`${installation.balancer.url}/api/v1/${paths[i % paths.length]}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      await answer.arrayBuffer()
      return answer.status
    })
    await wait(50)
  }
}

/** Uses a key more often than its limit allows, on every node. */
export async function exceedLimit(load: Load, key: string): Promise<void> {
  const { installation, outcomes, accepted } = load
  for (let i = 0; !load.isOver; i++) {
    const node = installation.nodes[i % installation.nodes.length]!
    const sentMs = performance.now()
    const status = await outcomes.note(
      'limited key',
      async () => (await post(node.url, key, 'search/', { name: 'Bau' })).status,
    )
    if (status === 200) accepted.push({ sentMs, endMs: performance.now() })
    await wait(40)
  }
}

/** Keys that one person makes: an account may make so many in an hour, and have so many. */
const KEYS_EACH = 8

/** Makes keys, uses each on every node, revokes it, and tries it on every node again and again. */
export async function makeKeys(load: Load, members: readonly Member[]): Promise<void> {
  const { outcomes, acknowledged, installation, violations } = load
  for (let i = 0; !load.isOver; i++) {
    const member = members[Math.floor(i / KEYS_EACH)]
    if (member === undefined) {
      await wait(500)
      i--
      continue
    }
    const params = { name: `key ${i}`, kind: 'live', scopes: ['companies:search'], expires_in: 'never' }
    let made: { readonly key: { readonly id: string }; readonly secret: string } | undefined
    await outcomes.note('create key', async () => {
      const answer = await member.post('/keys', params)
      if (answer.status === 201) made = answer.json
      return answer.status
    })
    if (made === undefined) {
      await wait(500)
      i--
      continue
    }
    const known = { isRevoked: false, secret: made.secret, of: member }
    acknowledged.keys.set(made.key.id, known)
    for (const node of installation.nodes) await tryNew(load, node, made.secret)
    const path = `/keys/${made.key.id}/revoke`
    const status = await outcomes.note(
      'revoke key',
      async () => (await member.post(path, { name: params.name })).status,
    )
    if (status !== 200) continue
    known.isRevoked = true
    void tryRevoked(installation.nodes, made.secret, violations)
    await wait(300)
  }
}

/** A new key works on every node at once; a node that is away or without its lease may say 503. */
async function tryNew({ outcomes }: Load, node: ClusterNode, secret: string): Promise<void> {
  await outcomes.note(
    'new key',
    async () => (await post(node.url, secret, 'search/', { name: 'Bau' })).status,
  )
}

async function tryRevoked(
  nodes: readonly ClusterNode[],
  secret: string,
  violations: Violations,
): Promise<void> {
  for (const afterMs of [REVOKED_MS, 2000, 8000]) {
    await wait(afterMs)
    for (const node of nodes) {
      const status = await post(node.url, secret, 'search/', { name: 'Bau' }).then(
        (answer) => answer.status,
        () => undefined,
      )
      if (status !== undefined && status < 400) violations.revokedAccepted.push(`${node.name}: ${status}`)
    }
  }
}

/** Signs people up, with the link in the e-mail; adds those who are signed in to `members`. */
export async function signUp(load: Load, members: Member[]): Promise<void> {
  const { installation, outcomes, acknowledged } = load
  for (let i = 0; !load.isOver; i++) {
    const email = `person${i}@example.com`
    await outcomes.note('sign-up', async () => {
      const member = new Member(installation.balancer.url)
      const asked = await member.post('/auth/sign-up', { email, password: 'Pferdeapfelkuchen-17', name: '' })
      if (asked.status !== 202) return asked.status
      const late = AbortSignal.timeout(60_000)
      const mail = await Promise.race([
        installation.mailbox.next(({ to }) => to[0] === email),
        new Promise<undefined>((resolve) => late.addEventListener('abort', () => resolve(undefined))),
      ])
      if (mail === undefined) throw new Error('no e-mail in a minute')
      const token = new URL(mail.links[0]!).hash.slice(1)
      const confirmed = await member.post('/auth/sign-up/confirm', { token })
      if (confirmed.status === 200) {
        acknowledged.accounts.push(email)
        members.push(member)
      }
      return confirmed.status
    })
    await wait(4000)
  }
}

/** Imports companies with the command, on one node after the other, and searches them on all nodes. */
export async function importAll(load: Load, key: string, folder: string): Promise<void> {
  const { installation, outcomes, acknowledged } = load
  const [file, mapping] = [join(folder, 'own.csv'), join(folder, 'own.yaml')]
  writeFileSync(mapping, MAPPING)
  for (let i = 0; !load.isOver; i++) {
    const node = installation.nodes[i % installation.nodes.length]!
    const rows = Array.from({ length: COMPANIES_PER_IMPORT }, (_, row) => i * COMPANIES_PER_IMPORT + row)
    const names = rows.map((row) => `Zwiebelfisch ${wordOf(row)} GmbH`)
    writeFileSync(file, `nr,firma,ort\n${names.map((name, row) => `${rows[row]},${name},Köln\n`).join('')}`)
    const args = ['import', file, '--mapping', mapping, '--json', '--data-dir', node.folder]
    const code = await outcomes.note(
      'import (exit code)',
      async () => (await run(args, installation.env)).code ?? -1,
    )
    if (code === 0) {
      acknowledged.companies.push(...names)
      for (const each of installation.nodes)
        await outcomes.note('search for what was imported', async () => {
          const answer = await post(each.url, key, 'search/', { name: names[0]! })
          return answer.status === 200 && !answer.text.includes('"uuid"') ? 404 : answer.status
        })
    }
    await wait(3000)
  }
}

/** A word that no other number has. */
function wordOf(number: number): string {
  const letters = [...number.toString(20)].map((digit) => 'bcdfghjklmnpqrstvwxz'[Number.parseInt(digit, 20)]!)
  return letters
    .map((letter) => `${letter}a`)
    .join('')
    .padEnd(6, 'o')
}
