/**
 * What an operator can ask for. The same requests go to a running server over its control socket, and to
 * the program itself when no server runs; everything in them can be written as JSON.
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

/** Everything of a key that may be shown. */
export type KeyView = Omit<Key, 'hash'>

/** A key in a list of several accounts' keys. */
export interface ListedKeyView extends KeyView {
  /** Its owner's address; `null` = the account of the command line, or one that was deleted. */
  readonly email: string | null
}

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

export interface ImportView extends ImportCounts {
  /** Why rows were rejected, the most frequent reason first. */
  readonly reasons: Readonly<Record<string, number>>
  readonly faults: readonly FaultView[]
  /** Where the rejected rows are; `null` when there were none. */
  readonly rejects: string | null
  readonly importMs: number
  /** From the last stored row until every thread searches it (or, without a server, until the index is saved). */
  readonly indexMs: number
}

/** How far an import is; `indexing` only when an index is built. */
export type ImportStep =
  | ({ readonly step: 'reading' } & ImportProgress)
  | { readonly step: 'indexing'; readonly companies: number }

export interface ServerView {
  readonly pid: number
  readonly url: string
  readonly startedAtMs: number
  /** One entry for each HTTP thread. */
  readonly threads: readonly string[]
  /** Whether a new index is being made in the background, of the one that is searched and what lies beside it. */
  readonly isMerging: boolean
  /** What is wrong with its files, as sentences. */
  readonly faults: readonly string[]
}

export interface StatusView {
  readonly version: string
  readonly dataDir: string
  /** `null` = no server runs on this data folder. */
  readonly server: ServerView | null
  readonly companies: number
  readonly keys: KeyCounts
  /** People; the account of the command line is not counted. */
  readonly accounts: number
  readonly emails: EmailCounts
  readonly sources: readonly SourceSet[]
  /** `null` = there is none. */
  readonly index: IndexState | null
  /** The store's last change; an index with another number is not current. */
  readonly sequence: number
}

/** A link that opens an account: where no mail server is, somebody has to pass it on. */
export interface LinkView {
  readonly email: string
  /** `null`: an e-mail with it is on its way. */
  readonly link: string | null
}

interface Request<Params, Result> {
  readonly params: Params
  readonly result: Result
}

/** What is done to one account, named by its address. */
type AccountRequest<More = unknown> = Request<{ readonly email: string } & More, { readonly email: string }>

/** Requests about people and what they may. */
interface AccountRequests {
  /** By address. */
  listAccounts: Request<Record<string, never>, readonly AccountRow[]>
  /** Every session ends; a link for a new password goes out. */
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

/** Request by name, with what it takes and what it gives. `account` of a new key: its address; `null` = that of the command line. */
export interface Requests extends AccountRequests, SuppressionRequests {
  createKey: Request<{ readonly params: KeyParams; readonly account?: string | null }, NewKeyView>
  /** Ended ones too. `account`: its address; `null` = every account. */
  listKeys: Request<{ readonly account: string | null }, readonly ListedKeyView[]>
  rotateKey: Request<{ readonly id: string; readonly overlapMs: number }, NewKeyView>
  /** Any account's key. `worksOn`: keys of the same rotation that are still accepted. */
  revokeKey: Request<{ readonly id: string }, { readonly id: string; readonly worksOn: readonly string[] }>
  /** Any account's key; `null` = the default limits. */
  limitKey: Request<{ readonly id: string; readonly limit: Limit | null }, KeyView>
  /** Absolute paths: the server stands elsewhere. `rejects`: `null` = a new file in the data folder. */
  import: Request<{ readonly files: readonly string[]; readonly rejects: string | null }, ImportView>
  status: Request<Record<string, never>, StatusView>
}
export type RequestName = keyof Requests

/** Requests that only look: they need no lock, also while an import has the folder. */
export const READ_ONLY_COMMANDS: readonly RequestName[] = [
  'listKeys',
  'listAccounts',
  'listSuppressions',
  'status',
]

/**
 * Asks for one thing and waits until it is done and effective. `tell` hears of progress, where there is any.
 *
 * @throws Failure of the use case; `service_unavailable` when the server went away meanwhile.
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
