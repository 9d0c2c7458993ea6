/**
 * The tables of accounts, keys, e-mails and sources, in both databases. Times are ms since 1970, but ISO texts of
 * equal length in the columns that better-auth reads and writes; truth values are 1 and 0; lists are separated
 * by one space; `number` is the order of creation. The migrations say more about the columns.
 */
import type { Generated, Kysely } from 'kysely'
import type { WatchingTables } from './watching-tables.ts'

/** A person, or the account `local` of the command line. Without an address: that one, or a deleted one. */
export interface AccountsTable {
  id: string
  email: string | null
  name: Generated<string>
  image: string | null
  email_verified: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  second_factor: Generated<number>
  language: Generated<string>
  role: Generated<string>
  confirmed_at_ms: number | null
  disabled_at_ms: number | null
  deleted_at_ms: number | null
}

interface CredentialsTable {
  id: string
  account_id: string
  provider: string
  external_id: string
  password: string | null
  created_at: string
  updated_at: string
}

/** Sessions. Columns that only firmensuche knows may be null in a row that better-auth creates. */
export interface SessionsTable {
  id: string
  account_id: string
  token: string
  expires_at: string
  created_at: string
  updated_at: string
  ip_address: string | null
  user_agent: string | null
  stays: number | null
  seen_at_ms: number | null
  proven_at_ms: number | null
  method: string | null
}

interface ChallengesTable {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

interface SecondFactorsTable {
  id: string
  account_id: string
  secret: string
  recovery_codes: string
  verified: number | null
  failures: number | null
}

/** Passkeys. */
export interface PasskeysTable {
  id: string
  name: string | null
  public_key: string
  account_id: string
  credential_id: string
  counter: number
  device_type: string
  backed_up: number
  created_at: string | null
  last_used_at_ms: number | null
}

interface SpentCodesTable {
  account_id: string
  code_hash: Uint8Array
  expires_at_ms: number
}

interface DevicesTable {
  account_id: string
  mark: Uint8Array
  label: string
  first_seen_ms: number
  last_seen_ms: number
}

/** What a mailed link opens. */
export interface LinksTable {
  /** Order of creation. */
  rowid: Generated<number>
  id: string
  kind: string
  token_hash: Uint8Array
  nonce: Uint8Array
  account_id: string | null
  email: string
  password_hash: string | null
  name: string
  browser_hash: Uint8Array | null
  language: string
  role: Generated<string>
  drops_second_factor: Generated<number>
  made_by: string
  created_at_ms: number
  expires_at_ms: number
  used_at_ms: number | null
  ended_at_ms: number | null
}

/** Stored e-mails. */
export interface EmailsTable {
  number: Generated<number>
  id: string
  once: string
  kind: string
  account_id: string | null
  recipient: string
  language: string
  data: string
  link_id: string | null
  created_at_ms: number
  due_at_ms: number
  expires_at_ms: number
  tries: Generated<number>
  last_fault: string | null
  state: string
  settled_at_ms: number | null
}

/** Entries of the audit log. */
export interface AuditTable {
  number: Generated<number>
  at_ms: number
  account_id: string | null
  actor: string
  event: string
  subject: string
  detail: string
  address: string
  device: string
}

interface SetUpCodesTable {
  hash: Uint8Array
  created_at_ms: number
}

interface PasswordChangesTable {
  number: Generated<number>
  account_id: string
}

/** Keys. */
export interface KeysTable {
  number: Generated<number>
  id: string
  account: string
  name: string
  visible_start: string
  hash: Uint8Array
  scopes: string
  limit_quota: number | null
  limit_window_ms: number | null
  created_at_ms: number
  expires_at_ms: number | null
  ends_at_ms: number | null
  revoked_at_ms: number | null
  last_used_at_ms: number | null
  rotated_from: string | null
  addresses: Generated<string>
  created_by: Generated<string>
}

/** Sources of the operator. */
export interface ImportSourcesTable {
  id: string
  kind: string
  location: string
  mapping: string | null
  schedule: string | null
  sha256: string | null
  withdrawal: string
  last_run_at_ms: number | null
  last_success_at_ms: number | null
  last_result: string | null
  fault: string
  failures: number
  next_run_at_ms: number | null
  etag: string
  last_modified: string
  good_file: string
  last_failure_at_ms: number | null
  bad_file: string
}

/** Jobs that match lists. */
export interface MatchJobsTable {
  id: string
  account_id: string
  is_test: number
  state: string
  file_name: string
  has_no_header: number
  deep: number
  header: string
  columns: string
  row_count: number
  rows_done: number
  counts: string
  fault: string
  created_at_ms: number
  ended_at_ms: number | null
  expires_at_ms: number
  node: string
  claimed_until_ms: number
  starts: number
}

/** The files of jobs in parts. */
export interface MatchFilesTable {
  job_id: string
  part: number
  content: Buffer
}

/** The results of jobs in parts. */
export interface MatchResultsTable {
  job_id: string
  first_row: number
  content: Buffer
  /** A letter for the state of each row; '' in parts of a version that did not store it. */
  states: string
}

/** What was decided about rows of jobs. */
export interface MatchDecisionsTable {
  job_id: string
  row_number: number
  state: string
  choice: string
  decided_at_ms: number
}

/** All tables by name. */
export interface AccountsTables extends WatchingTables {
  accounts: AccountsTable
  credentials: CredentialsTable
  sessions: SessionsTable
  challenges: ChallengesTable
  second_factors: SecondFactorsTable
  passkeys: PasskeysTable
  spent_codes: SpentCodesTable
  devices: DevicesTable
  links: LinksTable
  emails: EmailsTable
  audit: AuditTable
  setup_codes: SetUpCodesTable
  password_changes: PasswordChangesTable
  keys: KeysTable
  import_sources: ImportSourcesTable
  match_jobs: MatchJobsTable
  match_files: MatchFilesTable
  match_results: MatchResultsTable
  match_decisions: MatchDecisionsTable
}

/** The tables, as a step of a transaction gets them. */
export type Accounts = Kysely<AccountsTables>
