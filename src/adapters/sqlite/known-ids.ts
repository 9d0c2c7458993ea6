/**
 * uuid → row id in memory, while a bulk import fills an empty store. A hash table in typed arrays: 20 bytes a
 * slot, a fifth of what a `Map` of texts takes, and nothing for the garbage collector to walk.
 *
 * It replaces the index on the uuid for that time. Uuids come in no order, so every batch would touch nearly
 * every page of that index, and each would be written once per batch (measured: a third of an import's time).
 */

/** 32-bit words of a uuid. */
const WORDS = 4
const SLOTS_MIN = 1 << 16
/** Above this share of used slots the table doubles. */
const LOAD_MAX = 0.7

export class KnownIds {
  #words = new Uint32Array(SLOTS_MIN * WORDS)
  /** 0 = free; row ids begin at 1 and stay below 2^32. */
  #ids = new Uint32Array(SLOTS_MIN)
  #count = 0

  get(uuid: Buffer): number | undefined {
    return this.#ids[this.#slotOf(wordsOf(uuid), 0)] || undefined
  }

  /** The uuid must not be in the table yet. */
  add(uuid: Buffer, id: number): void {
    if (this.#count >= this.#ids.length * LOAD_MAX) this.#grow()
    this.#put(wordsOf(uuid), 0, id)
    this.#count++
  }

  #put(words: Uint32Array, at: number, id: number): void {
    const slot = this.#slotOf(words, at)
    for (let i = 0; i < WORDS; i++) this.#words[slot * WORDS + i] = words[at + i]!
    this.#ids[slot] = id
  }

  /** Where the uuid is, or the free slot where it would be. A uuid's bytes are a hash already: no other is needed. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#ids.length - 1
    let slot = words[at]! & mask
    while (this.#ids[slot] !== 0 && !this.#isAt(slot * WORDS, words, at)) slot = (slot + 1) & mask
    return slot
  }

  #isAt(place: number, words: Uint32Array, at: number): boolean {
    for (let i = 0; i < WORDS; i++) if (this.#words[place + i] !== words[at + i]) return false
    return true
  }

  #grow(): void {
    const [words, ids] = [this.#words, this.#ids]
    this.#words = new Uint32Array(words.length * 2)
    this.#ids = new Uint32Array(ids.length * 2)
    for (let slot = 0; slot < ids.length; slot++) {
      if (ids[slot] !== 0) this.#put(words, slot * WORDS, ids[slot]!)
    }
  }
}

const shared = new Uint32Array(WORDS)

/** In one array for all calls: valid until the next one. */
function wordsOf(uuid: Buffer): Uint32Array {
  for (let i = 0; i < WORDS; i++) shared[i] = uuid.readUInt32LE(i * 4)
  return shared
}
