/** The tables by which nodes know of each other, and of changed keys. They belong to the accounts. */
import type { Migration } from '../database/migrate.ts'

/** Channels of LISTEN and NOTIFY. Nodes of different versions share them. */
export const CHANNELS = { keys: 'firmensuche_keys', companies: 'firmensuche_companies' } as const

/**
 * `key_clock` has one row, whose number each transaction raises that changes keys, as its last step: the row stays
 * locked until the transaction ends, so that the numbers are in the order in which the changes become visible.
 * `key_changes` has the last number of each account.
 */
const KEY_CHANGES = `
  CREATE TABLE key_clock (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    sequence bigint NOT NULL DEFAULT 0
  );
  INSERT INTO key_clock DEFAULT VALUES;

  CREATE TABLE key_changes (
    account text COLLATE "C" PRIMARY KEY,
    sequence bigint NOT NULL
  );
  CREATE INDEX key_changes_by_sequence ON key_changes (sequence);

  CREATE FUNCTION note_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changed text;
      next bigint;
    BEGIN
      IF TG_TABLE_NAME = 'keys' THEN changed := NEW.account; ELSE changed := NEW.id; END IF;
      UPDATE key_clock SET sequence = sequence + 1 RETURNING sequence INTO next;
      INSERT INTO key_changes (account, sequence) VALUES (changed, next)
        ON CONFLICT (account) DO UPDATE SET sequence = excluded.sequence;
      PERFORM pg_notify('${CHANNELS.keys}', '');
      RETURN NULL;
    END
  $$;
  CREATE CONSTRAINT TRIGGER key_changed
    AFTER INSERT OR UPDATE OF limit_quota, limit_window_ms, expires_at_ms, ends_at_ms, revoked_at_ms, addresses ON keys
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_key_change();
  CREATE CONSTRAINT TRIGGER account_changed AFTER UPDATE OF disabled_at_ms, deleted_at_ms ON accounts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_key_change();
`

const NODES = `
  CREATE TABLE nodes (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    version text NOT NULL,
    started_at_ms bigint NOT NULL,
    key_sequence bigint NOT NULL,
    company_sequence bigint,
    secret_mark text NOT NULL,
    seen_at timestamptz NOT NULL
  );

  CREATE TABLE source_claims (
    source text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL
  );
`

/** The migration of accounts that makes the tables. */
export const NODE_TABLES: Migration = {
  name: 'accounts: nodes and changed keys',
  up: async (statements) => {
    await statements.run(KEY_CHANGES)
    await statements.run(NODES)
  },
}
