/** The entries without a court, as a batch changes them. */
import type {
  Candidate,
  CourtlessEntries,
  CourtlessEntry,
} from '../../../company-rows/save/stored-companies.ts'

/** What a batch changes about entries without a court; it is stored after the batch. */
export class LoadedCourtless implements CourtlessEntries {
  readonly #candidatesOf: (entry: CourtlessEntry) => readonly Candidate[]
  readonly #hasAny: boolean
  readonly entries = new Map<number, CourtlessEntry>()
  /** Folded names whose entries wait again. */
  readonly woken = new Set<string>()
  readonly compared = new Set<number>()
  readonly removed = new Set<number>()

  /** `hasAny`: whether the database has such entries. */
  constructor(hasAny: boolean, candidatesOf: (entry: CourtlessEntry) => readonly Candidate[]) {
    this.#hasAny = hasAny
    this.#candidatesOf = candidatesOf
  }

  hasAny(): boolean {
    return this.#hasAny || this.entries.size > 0
  }

  put(entry: CourtlessEntry): void {
    this.entries.set(entry.companyId, entry)
  }

  wake(nameFolded: string): void {
    this.woken.add(nameFolded)
  }

  candidates(entry: CourtlessEntry): readonly Candidate[] {
    return this.#candidatesOf(entry)
  }

  setCompared(id: number): void {
    this.compared.add(id)
  }

  remove(id: number): void {
    this.entries.delete(id)
    this.removed.add(id)
  }
}
