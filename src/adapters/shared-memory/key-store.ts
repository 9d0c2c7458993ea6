import type { Key } from '../../core/access/key.ts'
import type {
  AnnouncedKeyStore,
  KeyChange,
  KeyCheck,
  KeyOwner,
  KeyRecord,
  KeyStore,
} from '../../core/access/key-store.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import { oneAtATime } from '../../core/one-at-a-time.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import type { SharedKeyWriter } from './key-writer.ts'

/**
 * The key store of a running server: writes each change to the database, then to shared memory, where all
 * threads see it before the call resolves. A server that dies in between loses nothing that it has confirmed.
 * Writes run one after another, each with its part in shared memory: however late the database answers, both
 * change in the same order.
 */
export class AnnouncingKeyStore implements AnnouncedKeyStore {
  readonly #store: KeyStore
  readonly #writer: SharedKeyWriter
  readonly #clock: Clock
  readonly #inTurn = oneAtATime()

  private constructor(store: KeyStore, writer: SharedKeyWriter, { clock }: Needs<'clock'>) {
    this.#store = store
    this.#writer = writer
    this.#clock = clock
  }

  /** Creates the store and copies every stored key into shared memory. */
  static async open(
    store: KeyStore,
    writer: SharedKeyWriter,
    needs: Needs<'clock'>,
  ): Promise<AnnouncingKeyStore> {
    for (const account of await store.heldAccounts()) writer.hold(account, true)
    for (const key of await store.listAll()) writer.put(key, needs.clock.nowMs())
    return new AnnouncingKeyStore(store, writer, needs)
  }

  add(key: Key, record: KeyRecord, check?: KeyCheck): Promise<void> {
    return this.#inTurn(async () => {
      this.#writer.checkRoom(key, this.#clock.nowMs())
      await this.#store.add(key, record, check)
      this.#put(key)
    })
  }

  find(account: AccountId, id: KeyId): Awaitable<Key | undefined> {
    return this.#store.find(account, id)
  }

  list(account: AccountId): Awaitable<readonly Key[]> {
    return this.#store.list(account)
  }

  search(text: string, limit: number): Awaitable<readonly Key[]> {
    return this.#store.search(text, limit)
  }

  findAnywhere(id: KeyId): Awaitable<Key | undefined> {
    return this.#store.findAnywhere(id)
  }

  owner(account: AccountId): Awaitable<KeyOwner | undefined> {
    return this.#store.owner(account)
  }

  listAll(): Awaitable<readonly Key[]> {
    return this.#store.listAll()
  }

  heldAccounts(): Awaitable<readonly AccountId[]> {
    return this.#store.heldAccounts()
  }

  leftKeys(): Awaitable<readonly Key[]> {
    return this.#store.leftKeys()
  }

  follow(account: AccountId): Promise<void> {
    return this.#inTurn(async () => {
      const held = await this.#store.heldAccounts()
      const keys = await this.#store.list(account)
      this.#writer.hold(account, held.includes(account))
      for (const key of keys) this.#put(key)
    })
  }

  /**
   * Makes all threads see the keys of these accounts as they are stored, after another node changed them. Returns the number
   * of new keys for which shared memory has no room: this node refuses them.
   */
  async followChanges(accounts: readonly AccountId[]): Promise<number> {
    if (accounts.length === 0) return 0
    return this.#inTurn(async () => {
      const held = new Set(await this.#store.heldAccounts())
      let withoutRoom = 0
      for (const account of accounts) {
        this.#writer.hold(account, held.has(account))
        for (const key of await this.#store.list(account)) if (!this.#hasPut(key)) withoutRoom++
      }
      return withoutRoom
    })
  }

  /** Publishes a key, if it has room. A key that is known needs none, so that its end is always seen. */
  #hasPut(key: Key): boolean {
    try {
      this.#put(key)
      return true
    } catch (error) {
      if (error instanceof Failure) return false
      throw error
    }
  }

  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord, check?: KeyCheck): Promise<void> {
    return this.#inTurn(async () => {
      this.#writer.checkRoom(successor, this.#clock.nowMs())
      await this.#store.replace(old, endsAtMs, successor, record, check)
      this.#put(successor)
      try {
        await this.#putAsStored([old])
      } catch {
        // The rotation is stored: the old key must end in shared memory even if it cannot be read again.
        this.#put({ ...old, endsAtMs })
      }
    })
  }

  revoke(key: Key, atMs: number, record: KeyRecord): Promise<void> {
    return this.revokeAll([{ key, record }], atMs)
  }

  revokeAll(
    revocations: readonly { readonly key: Key; readonly record: KeyRecord }[],
    atMs: number,
  ): Promise<void> {
    return this.#inTurn(async () => {
      await this.#store.revokeAll(revocations, atMs)
      // Not read again, unlike after other changes: nothing that can fail comes between file and memory.
      for (const { key } of revocations) this.#put({ ...key, revokedAtMs: key.revokedAtMs ?? atMs })
    })
  }

  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): Promise<void> {
    return this.#inTurn(async () => {
      if (change.limit !== undefined) for (const key of keys) this.#writer.checkRoom(key, this.#clock.nowMs())
      await this.#store.change(keys, change, record)
      await this.#putAsStored(keys)
    })
  }

  noteUse(uses: ReadonlyMap<KeyId, number>): Awaitable<void> {
    return this.#store.noteUse(uses)
  }

  /** Stores the last uses that the threads recorded since the last call. */
  saveUses(): Promise<void> {
    return this.#inTurn(async () => {
      const uses = this.#writer.newUses()
      if (uses.size === 0) return
      await this.#store.noteUse(uses)
      this.#writer.markSaved(uses)
    })
  }

  close(): Promise<void> {
    return this.#inTurn(async () => this.#store.close())
  }

  #put(key: Key): void {
    this.#writer.put(key, this.#clock.nowMs())
  }

  /** Publishes keys as they are stored, so that other changes since they were read are kept. */
  async #putAsStored(keys: readonly Key[]): Promise<void> {
    for (const { account, id } of keys) {
      const stored = await this.#store.find(account, id)
      if (stored !== undefined) this.#put(stored)
    }
  }
}
