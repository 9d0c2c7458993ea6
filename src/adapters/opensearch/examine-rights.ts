/** Tries what the index needs, on an index of its own that exists for a moment. */
import type { OpenSearchClient } from './client.ts'
import { NotAllowed } from './client.ts'
import { orNothing } from './index-version.ts'

/** One thing that the user must be allowed to do. */
interface Right {
  /** As a sentence names it, with the permission of OpenSearch's security in parentheses. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const FORBIDDEN = 403

/** Returns what the user may not do, of everything that building, changing and searching an index takes. */
export async function missingRights(
  client: OpenSearchClient,
  prefix: string,
  random: string,
): Promise<readonly string[]> {
  const index = `${prefix}-doctor-${random}`
  const create = { name: 'create indices (indices:admin/create)', method: 'PUT', path: `/${index}` }
  const settings = { index: { number_of_shards: 1, number_of_replicas: 0 } }
  if (!(await isAllowed(client, { ...create, body: { settings } }))) return [create.name]
  const missing: string[] = []
  for (const right of rightsFor(index, prefix))
    if (!(await isAllowed(client, right))) missing.push(right.name)
  const remove = { name: `delete indices (indices:admin/delete); ${index} is left`, method: 'DELETE' }
  if (!(await isAllowed(client, { ...remove, path: `/${index}` }))) missing.push(remove.name)
  return missing
}

function rightsFor(index: string, prefix: string): readonly Right[] {
  const on = (name: string, method: string, path: string, body?: unknown): Right => ({
    ...{ name, method, path },
    ...(body !== undefined && { body }),
  })
  const alias = `${prefix}-doctor`
  const bulk = `${JSON.stringify({ index: { _index: index, _id: 'a' } })}\n{"a":1}\n`
  const search = '{"allow_partial_search_results":false}\n{"size":0}\n'
  const actions = [{ add: { index, alias } }, { remove: { index, alias } }]
  const stats = 'read their size (indices:monitor/stats)'
  const task = 'merge segments (indices:admin/forcemerge) as a task (cluster:monitor/task/get)'
  return [
    on('write in bulk (indices:data/write/bulk, also for the cluster)', 'POST', '/_bulk', bulk),
    on('change settings (indices:admin/settings/update)', 'PUT', `/${index}/_settings`, {
      index: { refresh_interval: '1s' },
    }),
    on('make changes searchable (indices:admin/refresh)', 'POST', `/${index}/_refresh`),
    on('search (indices:data/read/search)', 'POST', `/${index}/_search`, { size: 0 }),
    on('search several at once (indices:data/read/msearch)', 'POST', `/${index}/_msearch`, search),
    on('read documents (indices:data/read/mget)', 'POST', `/${index}/_mget`, { ids: ['a'] }),
    on('delete by query (indices:data/write/delete/byquery)', 'POST', `/${index}/_delete_by_query`, {
      query: { match_all: {} },
    }),
    on('move aliases (indices:admin/aliases)', 'POST', '/_aliases', { actions }),
    on(stats, 'GET', `/${index}/_stats/store`),
    on(task, 'POST', `/${index}/_forcemerge?max_num_segments=1&wait_for_completion=false`),
  ]
}

/** Whether the user may do it. @throws any other error. */
async function isAllowed(client: OpenSearchClient, { method, path, body }: Right): Promise<boolean> {
  try {
    const answer = await orNothing(client.send<Tried>(method, path, body))
    if (answer?.task !== undefined) await client.send('GET', `/_tasks/${answer.task}`)
    return !(answer?.items ?? []).some((item) => Object.values(item)[0]?.status === FORBIDDEN)
  } catch (error) {
    if (error instanceof NotAllowed) return false
    throw error
  }
}

/** What is read of the answers: the items of a bulk request, and the id of a task. */
interface Tried {
  readonly items?: readonly Readonly<Record<string, { readonly status: number }>>[]
  readonly task?: string
}
