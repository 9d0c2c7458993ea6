/** The further ids of companies in memory. */
import type { FormerNumberRow } from '../../../company-rows/rows/company-rows.ts'
import type { StoredAliases } from '../../../company-rows/save/stored-companies.ts'

/** An alias of a stored company. */
export interface LoadedAlias {
  readonly companyId: number
  readonly isSame: boolean
}

/** What the aliases need to know of the companies. */
export interface AliasOwners {
  /** Returns the uuid of a company that is stored. */
  uuidOf(id: number): string | undefined
  /** Returns the former numbers with these digits. */
  formerNumbersOf(digits: number): readonly FormerNumberRow[]
}

/** The aliases that a batch needs. Only those that were loaded can be read. */
export class LoadedAliases implements StoredAliases {
  readonly #owners: AliasOwners
  /** `undefined`: there is no such alias. */
  readonly #aliases = new Map<string, LoadedAlias | undefined>()
  readonly #ofCompany = new Map<number, Set<string>>()
  /** The aliases that differ from those in the database. */
  readonly changed = new Set<string>()

  constructor(owners: AliasOwners) {
    this.#owners = owners
  }

  isLoaded(alias: string): boolean {
    return this.#aliases.has(alias)
  }

  /** Adds what the database has under this uuid; one that was changed here stays. */
  add(alias: string, loaded: LoadedAlias | undefined): void {
    if (!this.changed.has(alias)) this.#keep(alias, loaded)
  }

  /** Returns an alias. @throws Error if it was not loaded. */
  get(alias: string): LoadedAlias | undefined {
    if (!this.#aliases.has(alias)) throw new Error(`The alias ${alias} was not loaded.`)
    return this.#aliases.get(alias)
  }

  idOfSame(alias: string): number | undefined {
    const found = this.get(alias)
    return found?.isSame === true ? found.companyId : undefined
  }

  holderOf(alias: string): string | undefined {
    const found = this.get(alias)
    return found && this.#owners.uuidOf(found.companyId)
  }

  put(alias: string, companyId: number): void {
    this.#set(alias, { companyId, isSame: this.get(alias)?.isSame ?? false })
  }

  putSame(alias: string, companyId: number): void {
    this.#set(alias, { companyId, isSame: true })
  }

  delete(alias: string): void {
    if (this.get(alias) !== undefined) this.#set(alias, undefined)
  }

  deleteFormer(alias: string, id: number): void {
    const found = this.get(alias)
    if (found?.companyId === id && !found.isSame) this.#set(alias, undefined)
  }

  move(from: number, into: number): void {
    for (const alias of this.#of(from))
      this.#set(alias, { companyId: into, isSame: this.get(alias)?.isSame ?? false })
  }

  deleteAll(id: number): void {
    for (const alias of this.#of(id)) this.#set(alias, undefined)
  }

  formerNumbersOf(digits: number): readonly FormerNumberRow[] {
    return this.#owners.formerNumbersOf(digits)
  }

  #of(id: number): readonly string[] {
    return [...(this.#ofCompany.get(id) ?? [])]
  }

  #set(alias: string, value: LoadedAlias | undefined): void {
    this.#keep(alias, value)
    this.changed.add(alias)
  }

  #keep(alias: string, value: LoadedAlias | undefined): void {
    const before = this.#aliases.get(alias)
    if (before !== undefined) this.#ofCompany.get(before.companyId)?.delete(alias)
    this.#aliases.set(alias, value)
    if (value === undefined) return
    const ofCompany = this.#ofCompany.get(value.companyId) ?? new Set()
    this.#ofCompany.set(value.companyId, ofCompany.add(alias))
  }
}
