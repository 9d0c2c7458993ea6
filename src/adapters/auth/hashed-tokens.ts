import { hash } from 'node:crypto'
import type { DBAdapter, Where } from 'better-auth/types'

/** What a table holds of a session's token. */
function hashedToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * The adapter with session tokens that are in no table: rows hold the SHA-256 of a token, whoever gives the token
 * finds its row. What comes back of a made or found session has the token again, where the caller had it.
 */
export function hashedTokens(adapter: DBAdapter): DBAdapter {
  const wrapped: DBAdapter = {
    ...adapter,
    create: async (takes) => {
      if (takes.model !== 'session') return adapter.create(takes)
      const { token } = takes.data as unknown as { token: string }
      const made = await adapter.create({ ...takes, data: { ...takes.data, token: hashedToken(token) } })
      return { ...(made as object), token } as never
    },
    findOne: async (takes) => {
      const found = await adapter.findOne(ofSessions(takes))
      const token = tokenOf(takes)
      return (found === null || token === undefined ? found : { ...found, token }) as never
    },
    findMany: (takes) => adapter.findMany(ofSessions(takes)),
    count: (takes) => adapter.count(ofSessions(takes)),
    update: (takes) => adapter.update(ofSessions(takes)),
    updateMany: (takes) => adapter.updateMany(ofSessions(takes)),
    delete: (takes) => adapter.delete(ofSessions(takes)),
    deleteMany: (takes) => adapter.deleteMany(ofSessions(takes)),
    consumeOne: (takes) => adapter.consumeOne(ofSessions(takes)),
    incrementOne: (takes) => adapter.incrementOne(ofSessions(takes)),
    // Every statement is one of its own (see auth-tables.ts), and whatever runs in here must be wrapped too.
    transaction: (step) => step(wrapped),
  }
  return wrapped
}

interface Asked {
  model: string
  where?: Where[] | undefined
}

function ofSessions<Takes extends Asked>(takes: Takes): Takes {
  if (takes.model !== 'session' || takes.where === undefined) return takes
  return { ...takes, where: takes.where.map(withHashedToken) }
}

function withHashedToken(where: Where): Where {
  if (where.field !== 'token') return where
  const { value } = where
  return {
    ...where,
    value: Array.isArray(value) ? (value as string[]).map(hashedToken) : hashedToken(String(value)),
  }
}

function tokenOf({ model, where }: Asked): string | undefined {
  if (model !== 'session') return undefined
  const asked = where?.find(({ field }) => field === 'token')?.value
  return typeof asked === 'string' ? asked : undefined
}
