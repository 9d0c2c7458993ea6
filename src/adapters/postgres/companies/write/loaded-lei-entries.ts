/** What entries tell about the companies of LEIs, as a batch reads and changes it. */
import type { EntryKey } from '../../../../core/company/company-writer.ts'
import { entryText } from '../../../../core/company/merge-names.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import type { LeiEntry, NamedNumber } from '../../../company-rows/rows/lei-entry-rows.ts'
import type { Namesake, StoredLeiEntries } from '../../../company-rows/save/stored-companies.ts'

/**
 * What a batch knows and changes about LEIs; it is stored after the batch. What entries tell of an LEI is read before
 * anything is changed.
 */
export class LoadedLeiEntries implements StoredLeiEntries {
  readonly #namesakesOf: (number: NamedNumber) => readonly Namesake[]
  readonly #hasAny: boolean
  /** What entries tell of the LEIs that were loaded. */
  readonly #told = new Map<Lei, readonly LeiEntry[]>()
  /** The numbers whose namesakes were loaded. */
  readonly #numbers = new Set<string>()
  readonly added = new Map<string, { readonly entry: EntryKey; readonly told: LeiEntry }>()
  readonly removed = new Map<string, EntryKey>()
  readonly woken = new Set<Lei>()
  /** LEIs that wait if an entry tells something about them. */
  readonly wokenIfTold = new Set<Lei>()
  /** Folded names whose LEIs wait. */
  readonly wokenNames = new Set<string>()

  /** `hasAny`: whether the database has such entries. `namesakesOf` returns those of the loaded companies. */
  constructor(hasAny: boolean, namesakesOf: (number: NamedNumber) => readonly Namesake[]) {
    this.#hasAny = hasAny
    this.#namesakesOf = namesakesOf
  }

  /** Adds what entries tell of an LEI. */
  addTold(lei: Lei, told: readonly LeiEntry[]): void {
    this.#told.set(lei, told)
  }

  /** Adds that all companies with the number and the name are loaded. */
  addNumber(number: NamedNumber): void {
    this.#numbers.add(textOfNumber(number))
  }

  isLoaded(lei: Lei): boolean {
    return this.#told.has(lei)
  }

  hasAny(): boolean {
    return this.#hasAny || this.added.size > 0
  }

  put(entry: EntryKey, told: LeiEntry): void {
    this.added.set(entryText(entry), { entry, told })
  }

  remove(entry: EntryKey): void {
    const before = this.added.get(entryText(entry))
    if (before !== undefined) this.wake(before.told.lei)
    this.added.delete(entryText(entry))
    this.removed.set(entryText(entry), entry)
  }

  of(lei: Lei): readonly LeiEntry[] {
    const told = this.#told.get(lei)
    if (told === undefined) throw new Error(`What entries tell of the LEI ${lei} was not loaded.`)
    return told
  }

  namesakes(number: NamedNumber): readonly Namesake[] {
    if (!this.#numbers.has(textOfNumber(number)))
      throw new Error(`The companies with ${number.type} ${number.digits} were not loaded.`)
    return this.#namesakesOf(number)
  }

  wake(lei: Lei): void {
    this.woken.add(lei)
  }

  wakeTold(lei: Lei): void {
    this.wokenIfTold.add(lei)
  }

  wakeByName(nameFolded: string): void {
    this.wokenNames.add(nameFolded)
  }
}

function textOfNumber({ nameFolded, type, digits }: NamedNumber): string {
  return `${type} ${digits} ${nameFolded}`
}
