/** The checks of `doctor` that concern the PostgreSQL server of `DATABASE_URL`. */
import type { Config } from '../config/config.ts'
import type { Check } from '../control/views.ts'
import { connectionsOfServer, type DatabaseFacts, examinePostgres } from '../server/compose/postgres-pool.ts'
import { check } from './doctor-check.ts'

/** PostgreSQL 15. */
const VERSION_NUMBER_MIN = 150_000
const ENCODING = 'UTF8'
/** Median round trip in ms above which lists, changes and sign-ins become notably slower. */
const ROUND_TRIP_MS_MAX = 5
/** Difference of the clocks in ms that changes when keys, sessions and links end. */
const CLOCK_MS_MAX = 1000
/** Time in ms below which statements may be ended that are expected to take long. */
const STATEMENT_MS_MIN = 60_000

type Settings = Pick<Config, 'databaseUrl' | 'databasePoolMax' | 'threads'>

/** Checks the server of `DATABASE_URL`; no checks without one. */
export async function examineDatabaseServer(config: Settings): Promise<readonly Check[]> {
  if (config.databaseUrl === '') return []
  try {
    return checksOf(await examinePostgres(config.databaseUrl), config)
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error)
    return [{ name: 'database', state: 'fail', description }]
  }
}

/** Judges the properties of a database that could be reached. */
export function checksOf(facts: DatabaseFacts, config: Omit<Settings, 'databaseUrl'>): readonly Check[] {
  return [
    checkServer(facts),
    checkRights(facts),
    checkSettings(facts, config),
    checkClock(facts),
    checkTables(facts),
  ]
}

function checkServer(facts: DatabaseFacts): Check {
  const { name, version, versionNumber, encoding, isEncrypted, isOfThisMachine, roundTripMs } = facts
  const encrypted = isEncrypted ? 'with TLS' : 'without TLS'
  return check('database', `${name}: version ${version}, ${encrypted}, ${tripText(roundTripMs)}`, [
    versionNumber < VERSION_NUMBER_MIN && ['fail', 'Use PostgreSQL 15 or later.'],
    encoding !== ENCODING && [
      'fail',
      `Its encoding is ${encoding}. Create a database with: createdb --encoding ${ENCODING} --template template0`,
    ],
    !isEncrypted &&
      !isOfThisMachine && [
        'warn',
        'The network can read passwords and companies. Add sslmode=verify-full to DATABASE_URL.',
      ],
    roundTripMs > ROUND_TRIP_MS_MAX && [
      'warn',
      'Lists, changes and sign-ins wait for several of them: move the database closer to the servers.',
    ],
  ])
}

function tripText(roundTripMs: number): string {
  return `round trip ${roundTripMs.toFixed(1)} ms`
}

function checkRights({ user, canCreate, keepsLocks, tablesOfOthers }: DatabaseFacts): Check {
  return check('database rights', `${user} may create tables and take locks`, [
    !canCreate && [
      'fail',
      `${user} may not create tables. Run as an administrator: ALTER DATABASE … OWNER TO ${user}`,
    ],
    !keepsLocks && [
      'fail',
      'Locks are lost between two statements. Connect directly, or with a pooler in session mode.',
    ],
    tablesOfOthers.length > 0 && [
      'fail',
      `${user} does not own ${tablesOfOthers.join(', ')}, and cannot migrate them. Run as an administrator: REASSIGN OWNED BY … TO ${user}`,
    ],
  ])
}

function checkSettings(facts: DatabaseFacts, config: Omit<Settings, 'databaseUrl'>): Check {
  const { user, connectionsMax, nodes, unsafeSettings, statementTimeoutMs } = facts
  const needed = connectionsOfServer(config) * nodes
  const servers = nodes === 1 ? 'one server needs' : `${nodes} servers like this one need`
  return check('database settings', `${connectionsMax} connections, ${servers} at most ${needed}`, [
    needed > connectionsMax && [
      'warn',
      'Raise max_connections, or lower DATABASE_POOL_MAX or THREADS; requests fail that get no connection.',
    ],
    unsafeSettings.length > 0 && [
      'warn',
      `${unsafeSettings.join(' and ')} off: what was stored can be lost or damaged when the server of the database crashes. Set ${unsafeSettings.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
    ],
    statementTimeoutMs > 0 &&
      statementTimeoutMs < STATEMENT_MS_MIN && [
        'warn',
        `statement_timeout is ${statementTimeoutMs} ms: statements that take longer are ended, for example those of import --dry-run. Run: ALTER ROLE ${user} SET statement_timeout = 0`,
      ],
  ])
}

function checkClock({ clockAheadMs }: DatabaseFacts): Check {
  const text = `differs from the clock of this machine by ${Math.round(Math.abs(clockAheadMs))} ms`
  return check('database clock', text, [
    Math.abs(clockAheadMs) > CLOCK_MS_MAX && [
      'warn',
      'Keys, sessions and links end at other times on another server. Synchronize both clocks, for example with chrony.',
    ],
  ])
}

function checkTables({ schemas, isUnfinished }: DatabaseFacts): Check {
  const isNewer = schemas.some(({ version, known }) => version > known)
  const isOlder = schemas.some(({ version, known }) => version > 0 && version < known)
  const isNew = schemas.every(({ version }) => version === 0)
  const versions = schemas.map(({ part, version }) => `${part} ${version}`).join(', ')
  const text = isNew ? 'none yet; the first start creates them' : `schema versions: ${versions}`
  return check('database tables', isOlder ? `${text}; the next start migrates them` : text, [
    isUnfinished && [
      'fail',
      'a migration into it was not completed. Run `firmensuche migrate` again, or drop the database.',
    ],
    isNewer && ['fail', 'A newer version of firmensuche wrote them. Start that version.'],
  ])
}
