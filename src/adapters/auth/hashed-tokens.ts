import { hash } from 'node:crypto'
import type { DBAdapter, Where } from 'better-auth/types'

/** Returns the form of a session's token that is stored. */
function hashedToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * Wraps the database adapter so that session tokens are not stored: rows have the SHA-256 of a token, and
 * queries by token are hashed. A created or found session has the plain token again, if the caller supplied
 * it.
 */
export function hashedTokens(adapter: DBAdapter): DBAdapter {
  const wrapped: DBAdapter = {
    ...adapter,
    create: async (params) => {
      if (params.model !== 'session') return adapter.create(params)
      const { token } = params.data as unknown as { token: string }
      const made = await adapter.create({ ...params, data: { ...params.data, token: hashedToken(token) } })
      return { ...(made as object), token } as never
    },
    findOne: async (params) => {
      const found = await adapter.findOne(ofSessions(params))
      const token = tokenOf(params)
      return (found === null || token === undefined ? found : { ...found, token }) as never
    },
    findMany: (params) => adapter.findMany(ofSessions(params)),
    count: (params) => adapter.count(ofSessions(params)),
    update: (params) => adapter.update(ofSessions(params)),
    updateMany: (params) => adapter.updateMany(ofSessions(params)),
    delete: (params) => adapter.delete(ofSessions(params)),
    deleteMany: (params) => adapter.deleteMany(ofSessions(params)),
    consumeOne: (params) => adapter.consumeOne(ofSessions(params)),
    incrementOne: (params) => adapter.incrementOne(ofSessions(params)),
    // Every statement is a transaction of its own: none is open while a password is hashed. The code in here must
    // use the wrapped adapter, too.
    transaction: (step) => step(wrapped),
  }
  return wrapped
}

interface TokenQuery {
  model: string
  where?: Where[] | undefined
}

function ofSessions<Params extends TokenQuery>(params: Params): Params {
  if (params.model !== 'session' || params.where === undefined) return params
  return { ...params, where: params.where.map(withHashedToken) }
}

function withHashedToken(where: Where): Where {
  if (where.field !== 'token') return where
  const { value } = where
  return {
    ...where,
    value: Array.isArray(value) ? (value as string[]).map(hashedToken) : hashedToken(String(value)),
  }
}

function tokenOf({ model, where }: TokenQuery): string | undefined {
  if (model !== 'session') return undefined
  const asked = where?.find(({ field }) => field === 'token')?.value
  return typeof asked === 'string' ? asked : undefined
}
