/**
 * Whether a name is there, as the contract of search defines it, found by comparing it with every name of the index: a current or former name
 * within two edits, with the same letters joined otherwise, with the same words in another order, or with one word more or less. Forms
 * do not count. What hyphens join is one word as well. Umlauts with and without `e` are the same letter. A name counts as there if it is so in the product's reading or in the plain
 * one.
 */

import { readName } from '../../src/names/reading/read-name.ts'
import { editDistance } from '../../src/names/text/edit-distance.ts'
import { foldLoose } from '../../src/names/text/fold.ts'
import type { KnownNames } from './known-names.ts'
import { plainWords } from './plain-name.ts'

const EDITS_MAX = 2

interface Asked {
  readonly number: number
  readonly letters: string
  readonly counts: Uint8Array
}

/** Places of those names that are there. */
export function presentAmong(names: readonly string[], known: KnownNames): ReadonlySet<number> {
  const present = new Set<number>()
  const byLength: Asked[][] = []
  const whole = new Map<number, number[]>()
  const shortened = new Map<number, number[]>()
  names.forEach((name, number) => {
    for (const words of readingsOf(name)) {
      const letters = words.join('')
      const alike = byLength[letters.length] ?? []
      alike.push({ number, letters, counts: countsOf(letters) })
      byLength[letters.length] = alike
      const { sum, hashes } = hashOf(words)
      whole.set(sum, [...(whole.get(sum) ?? []), number])
      for (const hash of hashes) shortened.set(sum - hash, [...(shortened.get(sum - hash) ?? []), number])
    }
  })
  const addAll = (numbers: readonly number[] | undefined): void => {
    for (const number of numbers ?? []) present.add(number)
  }
  for (let document = 0; document < known.count; document++) {
    for (const words of readingsOf(known.name(document))) {
      const { sum, hashes } = hashOf(words)
      addAll(whole.get(sum))
      addAll(shortened.get(sum))
      for (const hash of hashes) addAll(whole.get(sum - hash))
      addNear(words.join(''), byLength, present)
    }
  }
  return present
}

function addNear(letters: string, byLength: readonly Asked[][], present: Set<number>): void {
  let counts: Uint8Array | undefined
  for (let length = letters.length - EDITS_MAX; length <= letters.length + EDITS_MAX; length++) {
    for (const asked of byLength[length] ?? []) {
      if (present.has(asked.number)) continue
      counts ??= countsOf(letters)
      if (!mayBeNear(counts, asked.counts)) continue
      if (editDistance(letters, asked.letters, EDITS_MAX) <= EDITS_MAX) present.add(asked.number)
    }
  }
}

/** The words of a name in both readings, hyphens joined too, with and without the `e` of umlauts. */
function readingsOf(name: string): string[][] {
  const plain = plainWords(name)
  const read = readName(name).words
  const readings = [[...plain], plain.map(foldLoose)]
  if (read.join(' ') !== plain.join(' ')) readings.push([...read], read.map(foldLoose))
  if (HYPHEN.test(name)) {
    const joined = plainWords(name.replace(HYPHENS, ''))
    readings.push([...joined], joined.map(foldLoose))
  }
  return readings
}

/** Between letters: what it joins is one word as well. */
const HYPHEN = /(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/u
const HYPHENS = new RegExp(HYPHEN, 'gu')

/** A sum does not know the order of the words. */
function hashOf(words: readonly string[]): { sum: number; hashes: number[] } {
  const hashes = [...new Set(words)].map(wordHash)
  return { sum: hashes.reduce((sum, hash) => sum + hash, 0), hashes }
}

/** 44 bits, so that a sum of hundreds is exact. */
function wordHash(word: string): number {
  let low = 0x811c9dc5
  let high = 0x1234
  for (let i = 0; i < word.length; i++) {
    low = Math.imul(low ^ word.charCodeAt(i), 0x01000193)
    high = Math.imul(high + word.charCodeAt(i), 0x85ebca6b)
  }
  return (high >>> 20) * 2 ** 32 + (low >>> 0)
}

const KINDS = 37

/** How often each letter and digit is in it. */
function countsOf(letters: string): Uint8Array {
  const counts = new Uint8Array(KINDS)
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i)
    const kind = code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : KINDS - 1
    counts[kind] = (counts[kind] as number) + 1
  }
  return counts
}

/** An edit changes the counts of at most two letters by one each. */
function mayBeNear(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (let i = 0; i < KINDS; i++) {
    difference += Math.abs((a[i] as number) - (b[i] as number))
    if (difference > 2 * EDITS_MAX) return false
  }
  return true
}
