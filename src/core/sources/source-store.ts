/** The port to the stored sources of an operator. */
import type { Awaitable } from '../awaitable.ts'
import type { ImportSource, KnownSource, SourceState } from './source.ts'

/** Stores the sources and the state of their runs. */
export interface SourceStore {
  /** Returns all sources, ordered by id. */
  list(): Awaitable<readonly KnownSource[]>
  find(id: string): Awaitable<KnownSource | undefined>
  /**
   * Adds a source with its first state.
   *
   * @throws {Failure} `conflict` if its id is taken, or if there are `SOURCES_MAX` sources.
   */
  add(source: ImportSource, state: SourceState): Awaitable<void>
  /** Removes a source; returns whether it existed. */
  remove(id: string): Awaitable<boolean>
  /** Stores the state of a source; does nothing if the source was removed meanwhile. */
  saveState(id: string, state: SourceState): Awaitable<void>
}
