/** Signed-in people for API tests; account and session are inserted as rows. */
import { createHash, randomBytes } from 'node:crypto'
import BetterSqlite from 'better-sqlite3'
import type { Response as InjectedResponse } from 'light-my-request'
import { cookieName } from '../../src/core/accounts/cookie-names.ts'
import { signToken } from '../../src/core/accounts/session-cookie.ts'
import type { Role } from '../../src/core/identity/account.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import type { Service } from './start-service.ts'
import { SESSION_SECRET } from './test-secrets.ts'

const DAY_MS = 86_400_000

/** A person with a session, who sends requests to the dashboard routes. */
export interface SignedIn {
  readonly account: AccountId
  readonly email: string
  readonly cookie: string
  get(path: string): Promise<InjectedResponse>
  post(path: string, body?: object): Promise<InjectedResponse>
}

interface Person {
  readonly role?: Role
  /** The password was just asked; standard: yes. */
  readonly isProven?: boolean
}

/** A new person with a session; `path` of its calls is what follows `/app/api`. */
export function signedIn(service: Service, { role = 'user', isProven = true }: Person = {}): SignedIn {
  const { clock, site } = service.needs
  const nowMs = clock.nowMs()
  const name = randomBytes(8).toString('hex')
  const token = randomBytes(24).toString('base64url')
  const account = `acc_${name}` as AccountId
  const email = `${name}@example.org`
  writeRows(service.accountsPath, {
    id: account,
    email,
    role,
    at: new Date(nowMs).toISOString(),
    session: `ses_${name}`,
    token: createHash('sha256').update(token).digest('base64url'),
    ends: new Date(nowMs + DAY_MS).toISOString(),
    seen: nowMs,
    proven: isProven ? nowMs : null,
  })
  const cookie = `${cookieName('session', site.publicUrl.startsWith('https:'))}=${signToken(SESSION_SECRET, token)}`
  const headers = { cookie, host: new URL(site.publicUrl).host }
  const url = (path: string) => `/app/api${path}`
  return {
    account,
    email,
    cookie,
    get: (path) => service.server.inject({ method: 'GET', url: url(path), headers }),
    post: (path, body = {}) =>
      service.server.inject({
        method: 'POST',
        url: url(path),
        headers: { ...headers, origin: site.publicUrl },
        payload: body,
      }),
  }
}

function writeRows(path: string, row: Readonly<Record<string, string | number | null>>): void {
  const db = new BetterSqlite(path)
  try {
    db.prepare(
      `INSERT INTO accounts (id, email, role, created_at, updated_at, confirmed_at_ms)
       VALUES (@id, @email, @role, @at, @at, @seen)`,
    ).run(row)
    db.prepare(
      `INSERT INTO sessions (id, account_id, token, expires_at, created_at, updated_at, ip_address, user_agent,
         stays, seen_at_ms, proven_at_ms, method)
       VALUES (@session, @id, @token, @ends, @at, @at, '192.0.2.7', 'Firefox', 0, @seen, @proven, 'password')`,
    ).run(row)
  } finally {
    db.close()
  }
}
