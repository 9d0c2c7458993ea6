/** The tables of accounts and of usage in the order in which they are copied: accounts and links before what refers to them. */
import { type TransferTable, transferTable } from './transfer-table.ts'

const TIMES = 'created_at updated_at'

const PEOPLE: readonly TransferTable[] = [
  transferTable(
    'accounts',
    'accounts',
    [
      'id',
      `email name image email_verified ${TIMES} second_factor language role confirmed_at_ms disabled_at_ms deleted_at_ms`,
    ],
    { isInitial: "id = 'local' AND email IS NULL" },
  ),
  transferTable('accounts', 'credentials', [
    'id',
    `account_id provider issuer external_id password access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope ${TIMES}`,
  ]),
  transferTable('accounts', 'password_changes', ['number', 'account_id'], { numbered: 'number' }),
  transferTable('accounts', 'sessions', [
    'id',
    `account_id token expires_at ${TIMES} ip_address user_agent stays seen_at_ms proven_at_ms method`,
  ]),
  transferTable('accounts', 'challenges', ['id', `identifier value expires_at ${TIMES}`]),
  transferTable('accounts', 'second_factors', [
    'id',
    'account_id secret recovery_codes verified failures locked_until',
  ]),
  transferTable('accounts', 'passkeys', [
    'id',
    'name public_key account_id credential_id counter device_type backed_up transports created_at aaguid last_used_at_ms',
  ]),
  transferTable('accounts', 'spent_codes', ['account_id code_hash', 'expires_at_ms'], {
    kinds: { code_hash: 'bytes' },
  }),
  transferTable('accounts', 'devices', ['account_id mark', 'label first_seen_ms last_seen_ms'], {
    kinds: { mark: 'bytes' },
  }),
]

const RECORDS: readonly TransferTable[] = [
  // In SQLite the column of every table, which holds no numbers that were given and are gone.
  transferTable(
    'accounts',
    'links',
    [
      'rowid',
      'id kind token_hash nonce account_id email password_hash name browser_hash language role drops_second_factor made_by created_at_ms expires_at_ms used_at_ms ended_at_ms',
    ],
    { kinds: { token_hash: 'bytes', nonce: 'bytes', browser_hash: 'bytes' }, numbered: 'rowid' },
  ),
  transferTable(
    'accounts',
    'emails',
    [
      'number',
      'id once kind account_id recipient language data link_id created_at_ms due_at_ms expires_at_ms tries last_fault state settled_at_ms',
    ],
    { numbered: 'number' },
  ),
  transferTable(
    'accounts',
    'audit',
    ['number', 'at_ms account_id actor event subject detail address device'],
    { numbered: 'number' },
  ),
  transferTable('accounts', 'setup_codes', ['hash', 'created_at_ms'], { kinds: { hash: 'bytes' } }),
  transferTable(
    'accounts',
    'keys',
    [
      'number',
      'id account name visible_start hash scopes limit_quota limit_window_ms created_at_ms expires_at_ms ends_at_ms revoked_at_ms last_used_at_ms rotated_from addresses created_by',
    ],
    { kinds: { hash: 'bytes' }, numbered: 'number' },
  ),
  transferTable('accounts', 'import_sources', [
    'id',
    'kind location mapping schedule sha256 last_run_at_ms last_success_at_ms last_result fault failures next_run_at_ms etag last_modified withdrawal good_file last_failure_at_ms bad_file',
  ]),
]

const MATCH_JOBS: readonly TransferTable[] = [
  transferTable('accounts', 'match_jobs', [
    'id',
    'account_id is_test state file_name has_no_header deep header columns row_count rows_done counts fault created_at_ms ended_at_ms expires_at_ms node claimed_until_ms starts',
  ]),
  transferTable('accounts', 'match_files', ['job_id part', 'content'], { kinds: { content: 'bytes' } }),
  transferTable('accounts', 'match_results', ['job_id first_row', 'content states'], {
    kinds: { content: 'bytes' },
  }),
  transferTable('accounts', 'match_decisions', ['job_id row_number', 'state choice decided_at_ms']),
]

const WATCHES: readonly TransferTable[] = [
  transferTable('accounts', 'watches', [
    'id',
    'account_id is_test name email language created_at_ms emailed_at_ms changed_at_ms',
  ]),
  transferTable('accounts', 'watched_companies', ['watch_id uuid', 'ref added_at_ms']),
  transferTable('accounts', 'webhooks', [
    'id',
    'account_id is_test url description state generation old_secret_ends_at_ms created_at_ms last_sequence delivered attempts first_failed_at_ms next_attempt_at_ms fault fault_status node claimed_until_ms claim',
  ]),
  transferTable('accounts', 'watch_webhooks', ['watch_id webhook_id', '']),
  transferTable('accounts', 'webhook_events', ['webhook_id sequence', 'id type at_ms payload']),
  transferTable('accounts', 'digest_rows', ['number', 'watch_id uuid kind fields at_ms'], {
    numbered: 'number',
  }),
  transferTable('accounts', 'watch_feed', ['id', 'sequence node claimed_until_ms']),
]

/** All tables of accounts, and that of usage. */
export const ACCOUNT_TABLES: readonly TransferTable[] = [
  ...PEOPLE,
  ...RECORDS,
  ...MATCH_JOBS,
  ...WATCHES,
  transferTable('usage', 'usage_hours', ['key hour', 'account requests errors limited deep latencies'], {
    kinds: { latencies: 'bytes' },
  }),
]
