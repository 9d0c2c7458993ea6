/** Which words may take each other's places: those that were found in the same kind of place, often enough. */

/** `words[starts[p] … starts[p + 1])` are the words of pool p, each as often as it was found. */
export interface WordPools {
  readonly starts: Uint32Array
  readonly words: Uint32Array
}

/** A place described so closely that fewer words were found in it is described less closely. */
const POOL_WORDS_MIN = 16

/** Collects the words of each place of a name. */
export class WordPoolsLearner {
  readonly #words: number[] = []
  /** By level (closest description first): number of the place, by token. */
  readonly #places: number[][] = []
  readonly #numbers: Map<string, number>[] = []

  /** Takes a word that was found in a place; answers the number of the token. */
  add(word: number, places: readonly string[]): number {
    for (let level = 0; level < places.length; level++) this.#addPlace(level, places[level] as string)
    return this.#words.push(word) - 1
  }

  #addPlace(level: number, place: string): void {
    if (this.#places.length === level) {
      this.#places.push([])
      this.#numbers.push(new Map())
    }
    const numbers = this.#numbers[level] as Map<string, number>
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    this.#places[level]?.push(number)
  }

  /** Every token is in one pool, so drawing from the pools keeps the frequency of every word. */
  finish(): { readonly pools: WordPools; readonly poolOf: Uint32Array } {
    const poolOf = new Uint32Array(this.#words.length)
    const settled = new Uint8Array(this.#words.length)
    let pools = 0
    this.#places.forEach((places, level) => {
      const sizes = new Uint32Array(this.#numbers[level]?.size ?? 0)
      places.forEach((place, token) => {
        if (settled[token] === 0) sizes[place] = (sizes[place] as number) + 1
      })
      const isLast = level === this.#places.length - 1
      const poolOfPlace = sizes.map((size) => (size >= POOL_WORDS_MIN || (isLast && size > 0) ? ++pools : 0))
      places.forEach((place, token) => {
        const pool = poolOfPlace[place] as number
        if (settled[token] === 1 || pool === 0) return
        settled[token] = 1
        poolOf[token] = pool - 1
      })
    })
    return { pools: this.#gather(poolOf, pools), poolOf }
  }

  #gather(poolOf: Uint32Array, pools: number): WordPools {
    const starts = new Uint32Array(pools + 1)
    for (const pool of poolOf) starts[pool + 1] = (starts[pool + 1] as number) + 1
    for (let pool = 0; pool < pools; pool++)
      starts[pool + 1] = (starts[pool + 1] as number) + (starts[pool] as number)
    const next = starts.slice(0, -1)
    const words = new Uint32Array(poolOf.length)
    poolOf.forEach((pool, token) => {
      const place = next[pool] as number
      words[place] = this.#words[token] as number
      next[pool] = place + 1
    })
    return { starts, words }
  }
}
