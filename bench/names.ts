/**
 * Reads all names and former names of OffeneRegister files and prints statistics about the result.
 *
 *   node bench/names.ts <folder with *.jsonl.br> [number of files]
 */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBrotliDecompress } from 'node:zlib'
import { readName } from '../src/names/reading/read-name.ts'

interface Entry {
  name?: string
  previous_names?: { company_name?: string }[]
  current_status?: string
  all_attributes: { _registerArt: string }
}

/** Number of endings in the list. */
const ENDINGS_SHOWN = 50
/** Names per measurement, so that reading the clock does not count. */
const BATCH_NAMES = 20_000

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node bench/names.ts <folder> [files]')
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl.br'))
  .sort()
  .slice(0, Number(process.argv[3] ?? Number.POSITIVE_INFINITY))

const groups = new Map<string, { names: number; withForm: number }>()
const endings = new Map<string, number>()
const forms = new Map<string, number>()
let batch: [name: string, groups: string[]][] = []
let names = 0
let words = 0
let empty = 0
let crashes = 0
/** CPU time of this thread, so that other programs do not count. */
let spentUs = 0

for (const file of files) {
  const lines = createInterface({
    input: createReadStream(join(folder, file)).pipe(createBrotliDecompress()),
  })
  for await (const line of lines) {
    const entry = JSON.parse(line) as Entry
    const type = entry.all_attributes._registerArt
    const status = entry.current_status ?? 'no status'
    if (entry.name !== undefined) batch.push([entry.name, ['all', type, status, 'current names']])
    for (const former of entry.previous_names ?? []) {
      if (former.company_name !== undefined)
        batch.push([former.company_name, ['all', type, status, 'former names']])
    }
    if (batch.length >= BATCH_NAMES) readBatch()
  }
}
readBatch()
print()

function readBatch(): void {
  const start = process.threadCpuUsage()
  const read = batch.map(([name]) => readSafely(name))
  const { user, system } = process.threadCpuUsage(start)
  spentUs += user + system
  batch.forEach(([text, keys], i) => {
    const name = read[i]
    if (name === undefined) return
    names++
    words += name.words.length
    if (name.words.length === 0) empty++
    for (const key of keys) {
      const group = groups.get(key) ?? { names: 0, withForm: 0 }
      groups.set(key, group)
      group.names++
      if (name.form !== undefined) group.withForm++
    }
    if (name.form === undefined) count(endings, name.words.at(-1) ?? text)
    else count(forms, name.form)
  })
  batch = []
}

function readSafely(text: string): ReturnType<typeof readName> | undefined {
  try {
    return readName(text)
  } catch (error) {
    crashes++
    process.stderr.write(`${JSON.stringify(text)}: ${error}\n`)
    return undefined
  }
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

function print(): void {
  const lines = [
    `names read            ${names}`,
    `names a second        ${Math.round((names * 1e6) / spentUs)} (${(spentUs / names).toFixed(2)} µs a name, one thread)`,
    `words                 ${words} (${(words / names).toFixed(2)} a name)`,
    `names without a word  ${empty}`,
    `crashes               ${crashes}`,
    '',
    'share with a recognised form',
    ...[...groups].map(
      ([key, group]) =>
        `  ${key.padEnd(22)}${((100 * group.withForm) / group.names).toFixed(2).padStart(7)} %  of ${group.names}`,
    ),
    '',
    'forms',
    ...top(forms, forms.size).map(([form, times]) => `  ${form.padEnd(22)}${String(times).padStart(8)}`),
    '',
    `the ${ENDINGS_SHOWN} most frequent endings of names without a form`,
    ...top(endings, ENDINGS_SHOWN).map(([word, times]) => `  ${word.padEnd(22)}${String(times).padStart(8)}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function top(map: Map<string, number>, size: number): [string, number][] {
  return [...map].sort((a, b) => b[1] - a[1]).slice(0, size)
}
