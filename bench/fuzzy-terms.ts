/**
 * Measures fuzzy term look-up: `node bench/fuzzy-terms.ts <folder of *.jsonl.br> [file for the built index]`.
 * Builds the index (or loads the file if it exists), prints the size of the sections for fuzzy look-up, and looks up noisy words.
 */
import { existsSync } from 'node:fs'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../src/adapters/embedded/index-image.ts'
import { writeFuzzyIndex } from '../src/engine/build/write-fuzzy-index.ts'
import { headerOf } from '../src/engine/format/image.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import type { TermDictionary } from '../src/engine/format/term-dictionary.ts'
import { FuzzyTermFinder } from '../src/engine/fuzzy/fuzzy-terms.ts'
import { Random } from './corpus/random.ts'
import { companiesOf } from './corpus/real-companies.ts'

const QUERIES = 3_000
/** Runs of every query, each with an empty cache; the fastest counts. */
const ROUNDS = 5
const random = new Random(20_260_102)

const [folder, file] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give the folder of the *.jsonl.br files.')

const image = imageOf(folder, file)
const { words, sections } = openIndex(image)
printSize()
/** Words by their frequency in names, and words of the dictionary with equal probability. */
const common = pickWords(() => (sections.forward[random.below(sections.forward.length)] as number) >>> 1)
const rare = pickWords(() => random.below(words.starts.length - 1))
for (const [name, picked] of [['common', common] as const, ['any', rare] as const]) {
  for (const edits of [0, 1, 2]) printTimes(`${name} words, ${edits} edits`, edited(picked, edits))
}
for (const letters of [2, 3, 4, 5, 6, 7, 8, 12, 16]) {
  printTimes(
    `any word of ${letters} letters, 1 edit`,
    edited(
      rare.filter((word) => word.length === letters),
      1,
    ),
  )
}

function imageOf(from: string, saved: string | undefined) {
  if (saved !== undefined && existsSync(saved)) {
    const loaded = loadIndexImage(saved, { sequence: 0 })
    if ('refused' in loaded) throw new Error(loaded.refused)
    return loaded.image
  }
  const built = buildIndexImage(companiesOf(from), { snapshotNumber: 1, sequence: 0, nowMs: Date.now() })
  if (saved !== undefined) saveIndexImage(saved, built)
  return built
}

function printSize(): void {
  const { companies, bytesTotal } = headerOf(image)
  const before = process.cpuUsage()
  const fuzzy = writeFuzzyIndex(sections)
  const { user, system } = process.cpuUsage(before)
  const bytes = Object.values(fuzzy).reduce((sum, section) => sum + section.byteLength, 0)
  console.log(`${companies} companies, ${words.starts.length - 1} words`)
  console.log(
    `index ${(bytesTotal / companies).toFixed(1)} bytes per company, ${(bytes / companies).toFixed(1)} of them for fuzzy look-up:`,
  )
  for (const [name, section] of Object.entries(fuzzy)) {
    console.log(`  ${name.padEnd(15)} ${(section.byteLength / companies).toFixed(2)}`)
  }
  console.log(`written in ${Math.round((user + system) / 1000)} ms of processor time`)
}

function pickWords(pick: () => number): string[] {
  const picked = new Set<string>()
  for (let i = 0; picked.size < QUERIES && i < 100 * QUERIES; i++) picked.add(textOf(words, pick()))
  return [...picked]
}

function textOf({ bytes, starts }: TermDictionary, word: number): string {
  return Buffer.from(bytes.slice(starts[word], starts[word + 1])).toString('utf8')
}

function edited(from: readonly string[], edits: number): string[] {
  return from.map((word) => Array.from({ length: edits }).reduce<string>(edit, word))
}

/** Returns the word with one edit: a letter deleted, inserted, replaced, or two transposed. */
function edit(word: string): string {
  const letters = [...word]
  const at = random.below(letters.length)
  const letter = random.oneOf([...'abcdefghijklmnopqrstuvwxyz'])
  const kind = random.below(4)
  if (kind === 0 && letters.length > 2) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letter)
  else if (kind === 2) letters[at] = letter
  else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
  return letters.join('')
}

function printTimes(name: string, queries: readonly string[]): void {
  const best = new Float64Array(queries.length).fill(Number.POSITIVE_INFINITY)
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const finder = new FuzzyTermFinder(words, sections)
    for (const [i, word] of queries.entries()) {
      const start = performance.now()
      const result = finder.find(word)
      best[i] = Math.min(best[i] as number, (performance.now() - start) * 1000)
      found += result.length
    }
  }
  const times = best.sort()
  const at = (share: number) =>
    (times[Math.floor((times.length - 1) * share)] as number).toFixed(0).padStart(5)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  console.log(
    `${name.padEnd(30)} µs: p50 ${at(0.5)}  p90 ${at(0.9)}  p99 ${at(0.99)}  max ${at(1)}  mean ${mean.toFixed(0).padStart(4)}  found ${(found / ROUNDS / queries.length).toFixed(1)}`,
  )
}
