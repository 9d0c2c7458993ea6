import type { Migration } from './migrate.ts'

/** The accounts file, step by step. Times are ms since 1970; scopes are separated by one blank; `number` is the order of making. */
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
]
