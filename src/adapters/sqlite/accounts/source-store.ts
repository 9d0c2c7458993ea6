/** The sources of the operator in the accounts file, which holds everything that operators decide. */
import { Failure } from '../../../core/failure.ts'
import {
  type ImportSource,
  type KnownSource,
  SOURCES_MAX,
  type SourceState,
} from '../../../core/sources/source.ts'
import type { SourceStore } from '../../../core/sources/source-store.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

const COLUMNS = `
  id, kind, location, mapping, schedule, sha256, withdrawal,
  last_run_at_ms AS lastRunAtMs, last_success_at_ms AS lastSuccessAtMs, last_result AS lastResult, fault,
  failures, next_run_at_ms AS nextRunAtMs, etag, last_modified AS lastModified,
  good_file AS goodFile, last_failure_at_ms AS lastFailureAtMs, bad_file AS badFile
`

/** The sources in the accounts file. It uses the database and does not close it. */
export class SqliteSourceStore implements SourceStore {
  readonly #db: Database
  readonly #statements: ReturnType<typeof prepareAll>

  constructor(db: Database) {
    this.#db = db
    this.#statements = prepareAll(db)
  }

  list(): readonly KnownSource[] {
    return this.#on(() => this.#statements.list.all()) as KnownSource[]
  }

  find(id: string): KnownSource | undefined {
    return this.#on(() => this.#statements.find.get(id)) as KnownSource | undefined
  }

  add(source: ImportSource, state: SourceState): void {
    const add = this.#db.transaction(() => {
      if (this.find(source.id) !== undefined) {
        throw new Failure('conflict', `There is a source ${source.id} already.`)
      }
      if (this.list().length >= SOURCES_MAX) {
        throw new Failure('conflict', `There are ${SOURCES_MAX} sources, which is the maximum.`)
      }
      this.#statements.add.run({ ...source, ...state })
    })
    this.#on(() => add.immediate())
  }

  remove(id: string): boolean {
    return this.#on(() => this.#statements.remove.run(id).changes > 0)
  }

  saveState(id: string, state: SourceState): void {
    this.#on(() => this.#statements.saveState.run({ id, ...state }))
  }

  #on<Result>(step: () => Result): Result {
    return onStorage(this.#db.name, step)
  }
}

function prepareAll(db: Database) {
  return {
    list: db.prepare(`SELECT ${COLUMNS} FROM import_sources ORDER BY id`),
    find: db.prepare(`SELECT ${COLUMNS} FROM import_sources WHERE id = ?`),
    add: db.prepare(`
      INSERT INTO import_sources VALUES (
        @id, @kind, @location, @mapping, @schedule, @sha256, @lastRunAtMs, @lastSuccessAtMs, @lastResult,
        @fault, @failures, @nextRunAtMs, @etag, @lastModified, @withdrawal,
        @goodFile, @lastFailureAtMs, @badFile
      )`),
    remove: db.prepare('DELETE FROM import_sources WHERE id = ?'),
    saveState: db.prepare(`
      UPDATE import_sources SET last_run_at_ms = @lastRunAtMs, last_success_at_ms = @lastSuccessAtMs,
        last_result = @lastResult, fault = @fault, failures = @failures, next_run_at_ms = @nextRunAtMs,
        etag = @etag, last_modified = @lastModified,
        good_file = @goodFile, last_failure_at_ms = @lastFailureAtMs, bad_file = @badFile
      WHERE id = @id`),
  }
}
