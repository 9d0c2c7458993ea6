import { Failure } from '../../../core/failure.ts'
import {
  type ImportSource,
  type KnownSource,
  SOURCES_MAX,
  type SourceState,
} from '../../../core/sources/source.ts'
import type { SourceStore } from '../../../core/sources/source-store.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'

const COLUMNS = [
  'id',
  'kind',
  'location',
  'mapping',
  'schedule',
  'sha256',
  'withdrawal',
  'last_run_at_ms as lastRunAtMs',
  'last_success_at_ms as lastSuccessAtMs',
  'last_result as lastResult',
  'fault',
  'failures',
  'next_run_at_ms as nextRunAtMs',
  'etag',
  'last_modified as lastModified',
  'good_file as goodFile',
  'last_failure_at_ms as lastFailureAtMs',
  'bad_file as badFile',
] as const

/** The sources of the operator. It uses the database and does not close it. */
export class SqlSourceStore implements SourceStore {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  async list(): Promise<readonly KnownSource[]> {
    return (await knownSources(this.#database.tables).execute()) as KnownSource[]
  }

  async find(id: string): Promise<KnownSource | undefined> {
    const row = await knownSources(this.#database.tables).where('id', '=', id).executeTakeFirst()
    return row as KnownSource | undefined
  }

  add(source: ImportSource, state: SourceState): Promise<void> {
    return this.#database.alone(async (tables) => {
      const known = await tables.selectFrom('import_sources').select('id').execute()
      if (known.some(({ id }) => id === source.id)) {
        throw new Failure('conflict', `There is a source ${source.id} already.`)
      }
      if (known.length >= SOURCES_MAX) {
        throw new Failure('conflict', `There are ${SOURCES_MAX} sources, which is the maximum.`)
      }
      await tables
        .insertInto('import_sources')
        .values({ ...definitionOf(source), ...columnsOf(state) })
        .execute()
    })
  }

  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.tables
      .deleteFrom('import_sources')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async saveState(id: string, state: SourceState): Promise<void> {
    await this.#database.tables
      .updateTable('import_sources')
      .set(columnsOf(state))
      .where('id', '=', id)
      .execute()
  }
}

function knownSources(tables: Accounts) {
  return tables.selectFrom('import_sources').select(COLUMNS).orderBy('id')
}

/** The columns of a definition, without others that the object may have. */
function definitionOf({ id, kind, location, mapping, schedule, sha256, withdrawal }: ImportSource) {
  return { id, kind, location, mapping, schedule, sha256, withdrawal }
}

function columnsOf(state: SourceState) {
  return {
    last_run_at_ms: state.lastRunAtMs,
    last_success_at_ms: state.lastSuccessAtMs,
    last_result: state.lastResult,
    fault: state.fault,
    failures: state.failures,
    next_run_at_ms: state.nextRunAtMs,
    etag: state.etag,
    last_modified: state.lastModified,
    good_file: state.goodFile,
    last_failure_at_ms: state.lastFailureAtMs,
    bad_file: state.badFile,
  }
}
