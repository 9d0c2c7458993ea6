import type { Migration } from '../database/migrate.ts'

/**
 * The tables of accounts, sign-ins and sessions. Columns that better-auth reads and writes hold times as ISO
 * texts of equal length; its name of a table or column follows in brackets. An account without an address is
 * the one of the command line, or a deleted one.
 */
const PEOPLE = `
  -- [user]
  ALTER TABLE accounts ADD COLUMN email TEXT;
  ALTER TABLE accounts ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE accounts ADD COLUMN image TEXT;
  ALTER TABLE accounts ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE accounts ADD COLUMN created_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00.000Z';
  ALTER TABLE accounts ADD COLUMN updated_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00.000Z';
  ALTER TABLE accounts ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'de';
  ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'user';
  ALTER TABLE accounts ADD COLUMN confirmed_at_ms INTEGER;
  ALTER TABLE accounts ADD COLUMN disabled_at_ms INTEGER;
  ALTER TABLE accounts ADD COLUMN deleted_at_ms INTEGER;
  CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;

  -- [account]: the password. provider [providerId] is 'credential', external_id [accountId] the account.
  CREATE TABLE credentials (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    provider TEXT NOT NULL,
    issuer TEXT,
    external_id TEXT NOT NULL,
    password TEXT,
    access_token TEXT,
    refresh_token TEXT,
    id_token TEXT,
    access_token_expires_at TEXT,
    refresh_token_expires_at TEXT,
    scope TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX credentials_by_account ON credentials (account_id, provider);

  -- [session]. token: base64url of SHA-256 of the token in the cookie.
  CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    ip_address TEXT,
    user_agent TEXT,
    stays INTEGER,
    seen_at_ms INTEGER,
    proven_at_ms INTEGER,
    method TEXT
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account_id);
`

const CEREMONIES = `
  -- [verification]. identifier: hashed.
  CREATE TABLE challenges (
    id TEXT NOT NULL PRIMARY KEY,
    identifier TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX challenges_by_identifier ON challenges (identifier);

  -- [twoFactor]. secret and recovery_codes: encrypted.
  CREATE TABLE second_factors (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
    secret TEXT NOT NULL,
    recovery_codes TEXT NOT NULL,
    verified INTEGER,
    failures INTEGER,
    locked_until TEXT
  ) STRICT;

  CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    public_key TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    credential_id TEXT NOT NULL UNIQUE,
    counter INTEGER NOT NULL,
    device_type TEXT NOT NULL,
    backed_up INTEGER NOT NULL,
    transports TEXT,
    created_at TEXT,
    aaguid TEXT,
    last_used_at_ms INTEGER
  ) STRICT;
  CREATE INDEX passkeys_by_account ON passkeys (account_id);

  -- A code of the second factor works once.
  CREATE TABLE spent_codes (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    code_hash BLOB NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, code_hash)
  ) STRICT, WITHOUT ROWID;

  -- mark: hash of account, kind of browser and network.
  CREATE TABLE devices (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    mark BLOB NOT NULL,
    label TEXT NOT NULL,
    first_seen_ms INTEGER NOT NULL,
    last_seen_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, mark)
  ) STRICT, WITHOUT ROWID;
`

const EMAILS = `
  -- What a mailed link opens. The token is derived from secret, id and nonce, and stands here as its SHA-256 only.
  CREATE TABLE links (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    nonce BLOB NOT NULL,
    account_id TEXT REFERENCES accounts (id),
    email TEXT NOT NULL,
    password_hash TEXT,
    name TEXT NOT NULL,
    browser_hash BLOB,
    language TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT 'user',
    drops_second_factor INTEGER NOT NULL DEFAULT 0,
    made_by TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER,
    ended_at_ms INTEGER
  ) STRICT;
  CREATE INDEX links_by_email ON links (email, kind);

  -- once: the cause of the e-mail, so that it is written once. data: JSON, never a secret. id: its Message-ID.
  CREATE TABLE letters (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    once TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    account_id TEXT,
    recipient TEXT NOT NULL,
    language TEXT NOT NULL,
    data TEXT NOT NULL,
    link_id TEXT REFERENCES links (id),
    created_at_ms INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    last_fault TEXT,
    state TEXT NOT NULL,
    settled_at_ms INTEGER
  ) STRICT;
  CREATE INDEX letters_by_due ON letters (state, due_at_ms);
`

const RECORDS = `
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    account_id TEXT,
    actor TEXT NOT NULL,
    event TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL,
    device TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_account ON audit (account_id, number);

  -- The code that makes the first operator: one row at most.
  CREATE TABLE setup_codes (
    hash BLOB NOT NULL PRIMARY KEY,
    created_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- addresses: networks that may use the key, one blank between; empty = every one.
  ALTER TABLE keys ADD COLUMN addresses TEXT NOT NULL DEFAULT '';
  ALTER TABLE keys ADD COLUMN created_by TEXT NOT NULL DEFAULT 'command line';
`

/**
 * The order of password changes. Numbers increase and are never reused; only the last one of each account is
 * kept.
 */
const PASSWORD_CHANGES = `
  CREATE TABLE password_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id)
  ) STRICT;
`

/** Renames the table of e-mails and its index, which were called `letters`. */
const RENAMED_EMAILS = `
  ALTER TABLE letters RENAME TO emails;
  DROP INDEX letters_by_due;
  CREATE INDEX emails_by_due ON emails (state, due_at_ms);
`

/** The sources of the operator with the state of their runs; '' = no fault, no validator. */
const IMPORT_SOURCES = `
  CREATE TABLE import_sources (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    location TEXT NOT NULL,
    mapping TEXT,
    schedule TEXT,
    sha256 TEXT,
    last_run_at_ms INTEGER,
    last_success_at_ms INTEGER,
    last_result TEXT,
    fault TEXT NOT NULL,
    failures INTEGER NOT NULL,
    next_run_at_ms INTEGER,
    etag TEXT NOT NULL,
    last_modified TEXT NOT NULL
  ) STRICT;
`

/**
 * Jobs that match lists. header, columns, counts: JSON. node: the one that runs it, whose claim ends at claimed_until_ms.
 * starts: how often it was begun since a row was stored. content of results: JSON, with gzip.
 */
const MATCH_JOBS = `
  CREATE TABLE match_jobs (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    is_test INTEGER NOT NULL,
    state TEXT NOT NULL,
    file_name TEXT NOT NULL,
    has_no_header INTEGER NOT NULL,
    deep INTEGER NOT NULL,
    header TEXT NOT NULL,
    columns TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    rows_done INTEGER NOT NULL,
    counts TEXT NOT NULL,
    fault TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    expires_at_ms INTEGER NOT NULL,
    node TEXT NOT NULL,
    claimed_until_ms INTEGER NOT NULL,
    starts INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX match_jobs_by_account ON match_jobs (account_id, created_at_ms);
  CREATE INDEX match_jobs_by_state ON match_jobs (state, created_at_ms);

  CREATE TABLE match_files (
    job_id TEXT NOT NULL REFERENCES match_jobs (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job_id, part)
  ) STRICT;

  CREATE TABLE match_results (
    job_id TEXT NOT NULL REFERENCES match_jobs (id) ON DELETE CASCADE,
    first_row INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job_id, first_row)
  ) STRICT;
`

/**
 * Watches, webhooks and their events. email: when a watch sends e-mails; emailed_at_ms: when it sent the last one, 0 = never.
 * An event waits if its sequence is above delivered. fault: '' = none. digest_rows: changes that wait for an e-mail, their
 * fields separated by one space. watch_feed: one row, with the number of the last change whose events were made.
 */
const WATCHES = `
  CREATE TABLE watches (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    is_test INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    emailed_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX watches_by_account ON watches (account_id, created_at_ms);

  CREATE TABLE watched_companies (
    watch_id TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    ref TEXT,
    added_at_ms INTEGER NOT NULL,
    PRIMARY KEY (watch_id, uuid)
  ) STRICT;
  CREATE INDEX watched_companies_by_uuid ON watched_companies (uuid);

  CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    is_test INTEGER NOT NULL,
    url TEXT NOT NULL,
    description TEXT NOT NULL,
    state TEXT NOT NULL,
    generation INTEGER NOT NULL,
    old_secret_ends_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    first_failed_at_ms INTEGER,
    next_attempt_at_ms INTEGER NOT NULL,
    fault TEXT NOT NULL,
    fault_status INTEGER,
    node TEXT NOT NULL,
    claimed_until_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_by_account ON webhooks (account_id, created_at_ms);

  CREATE TABLE watch_webhooks (
    watch_id TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    PRIMARY KEY (watch_id, webhook_id)
  ) STRICT;
  CREATE INDEX watch_webhooks_by_webhook ON watch_webhooks (webhook_id);

  CREATE TABLE webhook_events (
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (webhook_id, sequence)
  ) STRICT;
  CREATE INDEX webhook_events_by_time ON webhook_events (at_ms);

  CREATE TABLE digest_rows (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    watch_id TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    kind TEXT NOT NULL,
    fields TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX digest_rows_by_watch ON digest_rows (watch_id, number);

  CREATE TABLE watch_feed (
    id TEXT NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    node TEXT NOT NULL,
    claimed_until_ms INTEGER NOT NULL
  ) STRICT;
`

/** changed_at_ms: when the newest change that was reported happened; NULL = none was. */
const NEWEST_CHANGES = `
  ALTER TABLE watches ADD COLUMN changed_at_ms INTEGER;
`

/**
 * The migrations of the accounts file. Times are ms since 1970; scopes are separated by one space; `number`
 * is the order of creation.
 */
const MATCH_DECISIONS = `
  ALTER TABLE match_results ADD COLUMN states TEXT NOT NULL DEFAULT '';

  CREATE TABLE match_decisions (
    job_id TEXT NOT NULL REFERENCES match_jobs (id) ON DELETE CASCADE,
    row_number INTEGER NOT NULL,
    state TEXT NOT NULL,
    choice TEXT NOT NULL,
    decided_at_ms INTEGER NOT NULL,
    PRIMARY KEY (job_id, row_number)
  ) STRICT, WITHOUT ROWID;
`

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'accounts: accounts and keys',
    up: (db) => {
      db.exec(`
        CREATE TABLE accounts (
          id TEXT NOT NULL PRIMARY KEY
        ) STRICT;
        INSERT INTO accounts (id) VALUES ('local');

        CREATE TABLE keys (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          account TEXT NOT NULL REFERENCES accounts (id),
          name TEXT NOT NULL,
          visible_start TEXT NOT NULL,
          hash BLOB NOT NULL UNIQUE,
          scopes TEXT NOT NULL,
          limit_quota INTEGER,
          limit_window_ms INTEGER,
          created_at_ms INTEGER NOT NULL,
          expires_at_ms INTEGER,
          ends_at_ms INTEGER,
          revoked_at_ms INTEGER,
          last_used_at_ms INTEGER,
          rotated_from TEXT REFERENCES keys (id)
        ) STRICT;
        CREATE INDEX keys_by_account ON keys (account, number);
      `)
    },
  },
  {
    name: 'accounts: people, sessions, links, letters, audit',
    up: (db) => {
      for (const statement of [PEOPLE, CEREMONIES, EMAILS, RECORDS]) db.exec(statement)
    },
  },
  {
    name: 'accounts: order of password changes',
    up: (db) => {
      db.exec(PASSWORD_CHANGES)
    },
  },
  {
    name: 'accounts: table of e-mails renamed',
    up: (db) => {
      db.exec(RENAMED_EMAILS)
    },
  },
  {
    name: 'accounts: sources of the operator',
    up: (db) => {
      db.exec(IMPORT_SOURCES)
    },
  },
  {
    name: 'accounts: what the files of sources withdraw',
    up: (db) => {
      db.exec("ALTER TABLE import_sources ADD COLUMN withdrawal TEXT NOT NULL DEFAULT 'nothing'")
    },
  },
  {
    name: 'accounts: the last good and the last bad file of sources',
    up: (db) => {
      db.exec(`
        ALTER TABLE import_sources ADD COLUMN good_file TEXT NOT NULL DEFAULT '';
        ALTER TABLE import_sources ADD COLUMN last_failure_at_ms INTEGER;
        ALTER TABLE import_sources ADD COLUMN bad_file TEXT NOT NULL DEFAULT '';
      `)
    },
  },
  {
    name: 'accounts: jobs that match lists',
    up: (db) => {
      db.exec(MATCH_JOBS)
    },
  },
  {
    name: 'accounts: decisions about the rows of lists',
    up: (db) => {
      db.exec(MATCH_DECISIONS)
    },
  },
  {
    name: 'accounts: watches and webhooks',
    up: (db) => {
      db.exec(WATCHES)
    },
  },
  {
    name: 'accounts: numbers of the claims of webhooks',
    up: (db) => {
      db.exec('ALTER TABLE webhooks ADD COLUMN claim INTEGER NOT NULL DEFAULT 0')
    },
  },
  {
    name: 'accounts: newest changes of watches',
    up: (db) => {
      db.exec(NEWEST_CHANGES)
    },
  },
]
