/**
 * The requests of the command line, with params and results as JSON values. They are sent to the running
 * server over its control socket, or handled in the command line's own process if no server runs.
 */
import type { KeyCounts } from '../core/access/count-keys.ts'
import type { KeyParams } from '../core/access/create-key.ts'
import type { Key, Limit } from '../core/access/key.ts'
import type { AccountRow } from '../core/accounts/account-reader.ts'
import type { SourceSet, Suppression } from '../core/company/company-store.ts'
import type { FileFaultReason } from '../core/company/file-fault.ts'
import type { Language, Role } from '../core/identity/account.ts'
import type { ImportCounts, ImportProgress } from '../core/ingest/import-files.ts'
import type { EmailCounts } from '../core/notifications/outbox.ts'
import type { IndexState } from '../core/search/name-index.ts'

/** A key without its hash. */
export type KeyView = Omit<Key, 'hash'>

/** A key in a list with keys of several accounts. */
export interface ListedKeyView extends KeyView {
  /** E-mail address of its owner; `null` = the account of the command line, or a deleted account. */
  readonly email: string | null
}

/** A new key with its secret. */
export interface NewKeyView {
  readonly key: KeyView
  readonly secret: string
}

/** A file that could not be read, or not to its end. */
export interface FaultView {
  readonly file: string
  readonly reason: FileFaultReason
  readonly line: number
  readonly byte: number
  readonly sentence: string
}

/** The result of an import. */
export interface ImportView extends ImportCounts {
  /** Number of rejected rows by reason, the most frequent reason first. */
  readonly reasons: Readonly<Record<string, number>>
  readonly faults: readonly FaultView[]
  /** File with the rejected rows; `null` if there are none. */
  readonly rejects: string | null
  readonly importMs: number
  /**
   * Time from the last stored row until every thread searches the new index, or until the index is saved if
   * no server runs.
   */
  readonly indexMs: number
}

/** Progress of an import. `indexing` occurs only if an index is built. */
export type ImportStep =
  | ({ readonly step: 'reading' } & ImportProgress)
  | { readonly step: 'indexing'; readonly companies: number }

/** State of the running server. */
export interface ServerView {
  readonly pid: number
  readonly url: string
  readonly startedAtMs: number
  /** State of each HTTP thread. */
  readonly threads: readonly string[]
  /**
   * Whether the server is building a new index in the background from the current base index and its changes.
   */
  readonly isMerging: boolean
  /** Faults of the server's files, as sentences. */
  readonly faults: readonly string[]
}

/** State of the data folder and of its server. */
export interface StatusView {
  readonly version: string
  readonly dataDir: string
  /** `null` = no server runs on this data folder. */
  readonly server: ServerView | null
  readonly companies: number
  readonly keys: KeyCounts
  /** Number of accounts without that of the command line. */
  readonly accounts: number
  readonly emails: EmailCounts
  readonly sources: readonly SourceSet[]
  /** `null` = there is no index. */
  readonly index: IndexState | null
  /** Number of the store's last change; an index with another number is not current. */
  readonly sequence: number
}

/** A link that gives access to an account. Without a mail server the operator passes it on. */
export interface LinkView {
  readonly email: string
  /** `null` if the link was sent by e-mail. */
  readonly link: string | null
}

interface Request<Params, Result> {
  readonly params: Params
  readonly result: Result
}

/** A request on one account, identified by its e-mail address. */
type AccountRequest<More = unknown> = Request<{ readonly email: string } & More, { readonly email: string }>

/** Requests about accounts and their roles. */
interface AccountRequests {
  /** All accounts, ordered by address. */
  listAccounts: Request<Record<string, never>, readonly AccountRow[]>
  /** Ends all sessions and issues a link for a new password. */
  resetAccount: Request<{ readonly email: string; readonly dropsSecondFactor: boolean }, LinkView>
  disableAccount: AccountRequest
  enableAccount: AccountRequest
  setRole: AccountRequest<{ readonly role: Role }>
  deleteAccount: AccountRequest
  invite: Request<{ readonly email: string; readonly role: Role; readonly language: Language }, LinkView>
}

/** Requests about companies that must not be shown. */
interface SuppressionRequests {
  suppress: Request<{ readonly uuid: string; readonly reason: string }, { readonly uuid: string }>
  lift: Request<{ readonly uuid: string }, { readonly uuid: string }>
  listSuppressions: Request<Record<string, never>, readonly Suppression[]>
}

/**
 * All requests by name, with params and result. `account` of a new key is an e-mail address; `null` = the
 * account of the command line.
 */
export interface Requests extends AccountRequests, SuppressionRequests {
  createKey: Request<{ readonly params: KeyParams; readonly account?: string | null }, NewKeyView>
  /** All keys, ended ones included. `account` is an e-mail address; `null` = all accounts. */
  listKeys: Request<{ readonly account: string | null }, readonly ListedKeyView[]>
  rotateKey: Request<{ readonly id: string; readonly overlapMs: number }, NewKeyView>
  /** A key of any account. `worksOn`: keys of the same rotation that are still accepted. */
  revokeKey: Request<{ readonly id: string }, { readonly id: string; readonly worksOn: readonly string[] }>
  /** A key of any account; `null` = the default limits. */
  limitKey: Request<{ readonly id: string; readonly limit: Limit | null }, KeyView>
  /**
   * Paths are absolute, because the server has another working directory. `rejects`: `null` = a new file in
   * the data folder.
   */
  import: Request<{ readonly files: readonly string[]; readonly rejects: string | null }, ImportView>
  status: Request<Record<string, never>, StatusView>
}
/** The name of a request. */
export type RequestName = keyof Requests

/** Requests that change nothing. They need no lock and also work during an import. */
export const READ_ONLY_COMMANDS: readonly RequestName[] = [
  'listKeys',
  'listAccounts',
  'listSuppressions',
  'status',
]

/**
 * Sends one request and resolves when it is done and effective. `tell` receives progress, if the request has
 * any.
 *
 * @throws {Failure} of the use case; `service_unavailable` if the server ended meanwhile.
 */
export type ControlClient = <Name extends RequestName>(
  name: Name,
  params: Requests[Name]['params'],
  tell?: (progress: ImportStep) => void,
) => Promise<Requests[Name]['result']>

/** One line of `doctor`. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly description: string
}
