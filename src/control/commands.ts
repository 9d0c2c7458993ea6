/**
 * The table of the commands of the command line, with params and results as JSON values. They are sent to the
 * running server over its control socket, or handled in the command line's own process if no server runs.
 */
import type { KeyParams } from '../core/access/create-key.ts'
import type { Limit } from '../core/access/key.ts'
import type { AccountRow } from '../core/accounts/account-reader.ts'
import { type AnyCommand, type CommandSender, typed } from '../core/command.ts'
import type { ShownChange } from '../core/commands.ts'
import type { Suppression } from '../core/company/company-store.ts'
import type { Language, Role } from '../core/identity/account.ts'
import type { FormatName } from '../core/ingest/file-format.ts'
import type { Withdrawal } from '../core/ingest/withdrawal.ts'
import type { ImportSource } from '../core/sources/source.ts'
import type {
  ImportStep,
  ImportView,
  KeyView,
  LinkView,
  ListedKeyView,
  NewKeyView,
  SourceRunView,
  SourceView,
  StatusView,
} from './views.ts'

/** A command of the command line, with the facts that its answering side reads. */
interface ControlCommand extends AnyCommand {
  /** Whether the command stores something. Only such a command needs the lock on the folder. */
  readonly isChange: boolean
  /** The file that contains what the command changes; absent if the command creates something. */
  readonly changesIn?: 'accounts' | 'companies'
}

const READ = { isChange: false } as const
const CREATE = { isChange: true } as const
const CHANGE_ACCOUNTS = { isChange: true, changesIn: 'accounts' } as const
const CHANGE_COMPANIES = { isChange: true, changesIn: 'companies' } as const

type Nothing = Record<string, never>

/** An account, identified by its e-mail address. */
interface EmailOfAccount {
  readonly email: string
}

/** Commands about keys. An account is an e-mail address there. */
const KEY_COMMANDS = {
  /** `account`: `null` = the account of the command line. */
  createKey: {
    ...CREATE,
    params: typed<{ readonly params: KeyParams; readonly account?: string | null }>(),
    result: typed<NewKeyView>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  /** All keys, ended ones included. `account`: `null` = all accounts. */
  listKeys: {
    ...READ,
    params: typed<{ readonly account: string | null }>(),
    result: typed<readonly ListedKeyView[]>(),
    errors: ['invalid_request', 'not_found'],
  },
  rotateKey: {
    ...CHANGE_ACCOUNTS,
    params: typed<{ readonly id: string; readonly overlapMs: number }>(),
    result: typed<NewKeyView>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  /** A key of any account. `worksOn`: keys of the same rotation that are still accepted. */
  revokeKey: {
    ...CHANGE_ACCOUNTS,
    params: typed<{ readonly id: string }>(),
    result: typed<{ readonly id: string; readonly worksOn: readonly string[] }>(),
    errors: ['not_found'],
  },
  /** A key of any account; `null` = the default limits. */
  limitKey: {
    ...CHANGE_ACCOUNTS,
    params: typed<{ readonly id: string; readonly limit: Limit | null }>(),
    result: typed<KeyView>(),
    errors: ['invalid_request', 'not_found'],
  },
} as const satisfies Readonly<Record<string, ControlCommand>>

/** Commands about accounts and their roles. */
const ACCOUNT_COMMANDS = {
  /** All accounts, ordered by address. */
  listAccounts: {
    ...READ,
    params: typed<Nothing>(),
    result: typed<readonly AccountRow[]>(),
    errors: [],
  },
  /** Ends all sessions and issues a link for a new password. */
  resetAccount: {
    ...CHANGE_ACCOUNTS,
    params: typed<EmailOfAccount & { readonly dropsSecondFactor: boolean }>(),
    result: typed<LinkView>(),
    errors: ['invalid_request', 'not_found'],
  },
  disableAccount: {
    ...CHANGE_ACCOUNTS,
    params: typed<EmailOfAccount>(),
    result: typed<EmailOfAccount>(),
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  enableAccount: {
    ...CHANGE_ACCOUNTS,
    params: typed<EmailOfAccount>(),
    result: typed<EmailOfAccount>(),
    errors: ['invalid_request', 'not_found'],
  },
  setRole: {
    ...CHANGE_ACCOUNTS,
    params: typed<EmailOfAccount & { readonly role: Role }>(),
    result: typed<EmailOfAccount>(),
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  deleteAccount: {
    ...CHANGE_ACCOUNTS,
    params: typed<EmailOfAccount>(),
    result: typed<EmailOfAccount>(),
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  invite: {
    ...CREATE,
    params: typed<EmailOfAccount & { readonly role: Role; readonly language: Language }>(),
    result: typed<LinkView>(),
    errors: ['invalid_request', 'conflict'],
  },
} as const satisfies Readonly<Record<string, ControlCommand>>

/** Commands about companies, and the state of the data folder. `conflict`: another process imports into PostgreSQL. */
const DATA_COMMANDS = {
  suppress: {
    ...CHANGE_COMPANIES,
    params: typed<{ readonly uuid: string; readonly reason: string }>(),
    result: typed<ShownChange & { readonly uuid: string }>(),
    errors: ['invalid_request', 'not_found'],
  },
  lift: {
    ...CHANGE_COMPANIES,
    params: typed<{ readonly uuid: string }>(),
    result: typed<ShownChange & { readonly uuid: string }>(),
    errors: ['not_found'],
  },
  listSuppressions: {
    ...READ,
    params: typed<Nothing>(),
    result: typed<readonly Suppression[]>(),
    errors: [],
  },
  /**
   * Paths are absolute, because the server has another working directory. `rejects`: `null` = a new file in
   * the data folder. `mapping`: of tables; `null` = the format of each file is recognised, unless
   * it is given.
   * `withdrawal`, `isForced`: as in `ImportOptions`.
   */
  import: {
    ...CREATE,
    params: typed<{
      readonly files: readonly string[]
      readonly mapping: string | null
      readonly format?: FormatName
      readonly rejects: string | null
      readonly withdrawal?: Withdrawal
      readonly isForced?: boolean
    }>(),
    result: typed<ImportView>(),
    progress: typed<ImportStep>(),
    errors: ['conflict'],
  },
  status: { ...READ, params: typed<Nothing>(), result: typed<StatusView>(), errors: [] },
} as const satisfies Readonly<Record<string, ControlCommand>>

/** Commands about the sources of the operator. */
const SOURCE_COMMANDS = {
  /** `folder`: where files are put; `null` if the source is not a watched folder. */
  addSource: {
    ...CREATE,
    params: typed<{ readonly source: ImportSource }>(),
    result: typed<{ readonly id: string; readonly folder: string | null }>(),
    errors: ['invalid_request', 'conflict'],
  },
  listSources: {
    ...READ,
    params: typed<Nothing>(),
    result: typed<readonly SourceView[]>(),
    errors: [],
  },
  removeSource: {
    ...CHANGE_ACCOUNTS,
    params: typed<{ readonly id: string }>(),
    result: typed<{ readonly id: string }>(),
    errors: ['not_found'],
  },
  /** Runs a source at once. `conflict` if it runs already. */
  runSource: {
    ...CHANGE_ACCOUNTS,
    params: typed<{ readonly id: string; readonly isForced?: boolean }>(),
    result: typed<SourceRunView>(),
    progress: typed<ImportStep>(),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Readonly<Record<string, ControlCommand>>

/** All commands of the command line: what they take and return, whether they change data, how they fail. */
export const CONTROL_COMMANDS = {
  ...KEY_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...DATA_COMMANDS,
  ...SOURCE_COMMANDS,
}

/** The types of `CONTROL_COMMANDS`. */
export type ControlCommands = typeof CONTROL_COMMANDS
/** The name of a command. */
export type ControlCommandName = keyof ControlCommands

/** Returns the facts about a command. */
export function factsOf(name: ControlCommandName): ControlCommand {
  return CONTROL_COMMANDS[name]
}

/**
 * Sends one command and resolves when it is done and effective.
 *
 * @throws {Failure} of the use case; `service_unavailable` if the server ended meanwhile.
 */
export type ControlClient = CommandSender<ControlCommands>
