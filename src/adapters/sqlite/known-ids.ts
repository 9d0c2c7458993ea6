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
    return this.#ids[this.#slotOf(wordsOf(uuid))] || undefined
  }

  /** The uuid must not be in the table yet. */
  add(uuid: Buffer, id: number): void {
    if (this.#count >= this.#ids.length * LOAD_MAX) this.#grow()
    const words = wordsOf(uuid)
    const slot = this.#slotOf(words)
    this.#words.set(words, slot * WORDS)
    this.#ids[slot] = id
    this.#count++
  }

  /** Where the uuid is, or the free slot where it would be. A uuid's bytes are a hash already: no other is needed. */
  #slotOf(words: readonly number[]): number {
    const mask = this.#ids.length - 1
    for (let slot = words[0]! & mask; ; slot = (slot + 1) & mask) {
      if (this.#ids[slot] === 0 || this.#isAt(slot, words)) return slot
    }
  }

  #isAt(slot: number, words: readonly number[]): boolean {
    return words.every((word, i) => this.#words[slot * WORDS + i] === word)
  }

  #grow(): void {
    const [words, ids] = [this.#words, this.#ids]
    this.#words = new Uint32Array(words.length * 2)
    this.#ids = new Uint32Array(ids.length * 2)
    for (let slot = 0; slot < ids.length; slot++) {
      if (ids[slot] === 0) continue
      const moved = [...words.subarray(slot * WORDS, (slot + 1) * WORDS)]
      const to = this.#slotOf(moved)
      this.#words.set(moved, to * WORDS)
      this.#ids[to] = ids[slot]!
    }
  }
}

function wordsOf(uuid: Buffer): [number, number, number, number] {
  return [uuid.readUInt32LE(0), uuid.readUInt32LE(4), uuid.readUInt32LE(8), uuid.readUInt32LE(12)]
}
