import type { Key } from '../../core/access/key.ts'
import type {
  AnnouncedKeyStore,
  KeyChange,
  KeyOwner,
  KeyRecord,
  KeyStore,
} from '../../core/access/key-store.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import type { SharedKeyWriter } from './key-writer.ts'

/**
 * The key store of a running server: writes each change to the database, then to shared memory, where all
 * threads see it before the call returns. A server that dies in between loses nothing that it has confirmed.
 */
export class AnnouncingKeyStore implements AnnouncedKeyStore {
  readonly #store: KeyStore
  readonly #writer: SharedKeyWriter
  readonly #clock: Clock

  /** Copies every stored key into shared memory. */
  constructor(store: KeyStore, writer: SharedKeyWriter, { clock }: Needs<'clock'>) {
    this.#store = store
    this.#writer = writer
    this.#clock = clock
    for (const account of store.heldAccounts()) writer.hold(account, true)
    for (const key of store.everything()) writer.put(key, clock.nowMs())
  }

  add(key: Key, record: KeyRecord): void {
    this.#writer.checkRoom(key, this.#clock.nowMs())
    this.#store.add(key, record)
    this.#writer.put(key, this.#clock.nowMs())
  }

  find(account: AccountId, id: KeyId): Key | undefined {
    return this.#store.find(account, id)
  }

  list(account: AccountId): readonly Key[] {
    return this.#store.list(account)
  }

  search(text: string, limit: number): readonly Key[] {
    return this.#store.search(text, limit)
  }

  findAnywhere(id: KeyId): Key | undefined {
    return this.#store.findAnywhere(id)
  }

  owner(account: AccountId): KeyOwner | undefined {
    return this.#store.owner(account)
  }

  everything(): readonly Key[] {
    return this.#store.everything()
  }

  heldAccounts(): readonly AccountId[] {
    return this.#store.heldAccounts()
  }

  leftKeys(): readonly Key[] {
    return this.#store.leftKeys()
  }

  follow(account: AccountId): void {
    this.#writer.hold(account, this.#store.heldAccounts().includes(account))
    for (const key of this.#store.list(account)) this.#writer.put(key, this.#clock.nowMs())
  }

  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord): void {
    this.#writer.checkRoom(successor, this.#clock.nowMs())
    this.#store.replace(old, endsAtMs, successor, record)
    this.#writer.put({ ...old, endsAtMs }, this.#clock.nowMs())
    this.#writer.put(successor, this.#clock.nowMs())
  }

  revoke(key: Key, atMs: number, record: KeyRecord): void {
    this.revokeAll([{ key, record }], atMs)
  }

  revokeAll(revocations: readonly { readonly key: Key; readonly record: KeyRecord }[], atMs: number): void {
    this.#store.revokeAll(revocations, atMs)
    for (const { key } of revocations) {
      this.#writer.put({ ...key, revokedAtMs: key.revokedAtMs ?? atMs }, this.#clock.nowMs())
    }
  }

  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): void {
    if (change.limit !== undefined) for (const key of keys) this.#writer.checkRoom(key, this.#clock.nowMs())
    this.#store.change(keys, change, record)
    for (const key of keys) this.#putAsStored(key)
  }

  noteUse(uses: ReadonlyMap<KeyId, number>): void {
    this.#store.noteUse(uses)
  }

  /** Stores the last uses that the threads recorded since the last call. */
  saveUses(): void {
    const uses = this.#writer.newUses()
    if (uses.size === 0) return
    this.#store.noteUse(uses)
    this.#writer.markSaved(uses)
  }

  /** Publishes a key as it is stored, so that other changes since it was read are kept. */
  #putAsStored({ account, id }: Key): void {
    const stored = this.#store.find(account, id)
    if (stored !== undefined) this.#writer.put(stored, this.#clock.nowMs())
  }

  close(): void {
    this.#store.close()
  }
}
