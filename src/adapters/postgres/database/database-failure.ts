/** Says in a sentence what people can do about an error of PostgreSQL or of the connection to it. */
import { Failure } from '../../../core/failure.ts'
import { Unreachable } from '../../../core/outage-log.ts'

/** The database for messages: its name and its server, without user and password. */
export interface DatabasePlace {
  readonly database: string
  /** Host name, address or folder of the socket. */
  readonly host: string
  readonly port: number
  /** The setting or option with the address; `DATABASE_URL` without one. */
  readonly setting?: string
}

const NO_ANSWER = 'cannot be reached: its server does not answer.'
const CLOSED = 'cannot be reached: its server closed the connection.'
const UNKNOWN_HOST = 'cannot be reached: the name of its server is not known.'
const STOPPING = 'cannot be used: its server starts or stops at the moment.'
const FULL = 'cannot be written: the disk of its server is full.'
const DAMAGED = 'is damaged. Restore it from a backup.'
const BUSY = 'was changed by another program at the same moment. Try again.'
const UNTRUSTED =
  'cannot be used: the certificate of its server is not trusted. Name the file of its CA with sslrootcert in DATABASE_URL.'

/** Sentences by the code of the system, of TLS or of PostgreSQL (SQLSTATE, PostgreSQL manual, appendix A). */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'cannot be reached: no server listens there.',
  ENOENT: 'cannot be reached: there is no such socket.',
  EACCES: 'cannot be reached: this user may not use its socket.',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'cannot be used: the certificate of its server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'cannot be used: the certificate of its server is for another host. Use the name that stands in it.',
  '25006': 'cannot be written: its server is a read-only copy. Name the primary server in DATABASE_URL.',
  '28000':
    'does not accept the user: the server has no rule for it (pg_hba.conf), the user is missing, or TLS is required (sslmode=require in DATABASE_URL).',
  '28P01': 'does not accept the password of DATABASE_URL.',
  '3D000': 'does not exist. Create it with createdb.',
  '40001': BUSY,
  '40P01': BUSY,
  '42501': 'refuses a statement: the user of DATABASE_URL must own the database or its schema.',
  '42P07': 'has tables of another program. Use a database of its own.',
  '53100': FULL,
  '53200': 'cannot be used: its server is out of memory.',
  '53300': 'has no connection left. Lower DATABASE_POOL_MAX, or raise max_connections of the server.',
  '55P03': BUSY,
  '57014': 'took too long to answer.',
  '57P01': STOPPING,
  '57P02': STOPPING,
  '57P03': STOPPING,
  '57P05': CLOSED,
  '58030': 'cannot be read or written: the disk of its server reports an error.',
  XX001: DAMAGED,
  XX002: DAMAGED,
}

/** Sentences for errors of the driver, which have no code. */
const DRIVER_ERRORS: readonly (readonly [message: RegExp, sentence: string])[] = [
  [/^timeout exceeded when trying to connect$/, 'has no connection left at the moment. Try again.'],
  [/timeout/i, NO_ANSWER],
  [/^Connection terminated|^Client has encountered a connection error|^Cannot use a pool after/, CLOSED],
  [/does not support SSL/, 'cannot be used: its server has no TLS. Use sslmode=disable in DATABASE_URL.'],
  [/^SASL: .*password must be/, 'wants a password: DATABASE_URL has none.'],
]

/** Matches the sentences about a server that is away for everybody, whatever is asked of it. */
const AWAY = /^cannot be reached|^cannot be used: its server starts or stops/
/** Class 08 of SQLSTATE: a connection was lost or not made. */
const CONNECTION_CLASS = /^08...$/

/**
 * Converts an error that people can act on to a {@link Failure} `service_unavailable` with a sentence, without
 * user and password; returns any other error as it is.
 */
export function databaseFailure(place: DatabasePlace, error: unknown): unknown {
  const sentence = error instanceof Failure ? undefined : sentenceOf(error)
  return sentence === undefined ? error : unusable(place, sentence)
}

/** Makes the failure of a database that cannot be used. `what` completes a sentence. */
export function unusable(place: DatabasePlace, what: string): Failure {
  const advice = place.setting === undefined ? what : what.replaceAll('DATABASE_URL', place.setting)
  const sentence = `The ${nameOf(place)} ${advice}`
  return AWAY.test(what) ? new Unreachable(sentence) : new Failure('service_unavailable', sentence)
}

/** Returns the name of a database in a sentence. */
export function nameOf({ database, host, port }: DatabasePlace): string {
  return `PostgreSQL database ${database} on ${host}${host.startsWith('/') ? ', port ' : ':'}${port}`
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string') return CONNECTION_CLASS.test(code) ? CLOSED : SENTENCES[code]
  return DRIVER_ERRORS.find(([message]) => message.test(error.message))?.[1]
}
