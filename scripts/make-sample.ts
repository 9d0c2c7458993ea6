/**
 * Makes the sample that comes with the repository: 100,000 real entries of the OffeneRegister dump.
 *
 *     node scripts/make-sample.ts <folder with part-*.jsonl.br>
 *
 * The choice depends on nothing but the entries: the same folder gives the same bytes. What is kept of an
 * entry is what the product reads of it; the lines stay in the form of the dump, sorted by `company_number`.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { brotliCompressSync, constants, createBrotliDecompress } from 'node:zlib'

const ENTRIES = 100_000
/** Of them currently registered; the dump itself has 35 to 43 % of these. */
const ACTIVE = 76_000
const SAMPLE_BYTES_MAX = 5 * 1024 * 1024
const OUTPUT = new URL('../data/sample/offeneregister-sample-100k.jsonl.br', import.meta.url)

/** Names that people will try first; active entries with such a word are taken, up to `PER_KNOWN_WORD` each. */
const KNOWN_WORDS = [
  ...[
    'siemens',
    'bosch',
    'volkswagen',
    'bmw',
    'daimler',
    'porsche',
    'audi',
    'bayer',
    'basf',
    'henkel',
    'merck',
  ],
  ...[
    'sap',
    'telekom',
    'vodafone',
    'lufthansa',
    'deutsche bahn',
    'deutsche post',
    'dhl',
    'hochtief',
    'bilfinger',
  ],
  ...[
    'edeka',
    'rewe',
    'aldi',
    'lidl',
    'kaufland',
    'rossmann',
    'tchibo',
    'haribo',
    'ritter',
    'oetker',
    'miele',
  ],
  ...[
    'adidas',
    'puma',
    'hugo boss',
    'allianz',
    'commerzbank',
    'sparkasse',
    'volksbank',
    'raiffeisen',
    'axel springer',
  ],
  ...[
    'bertelsmann',
    'springer',
    'carl zeiss',
    'trumpf',
    'stihl',
    'kärcher',
    'würth',
    'festo',
    'zalando',
    'google',
  ],
  ...[
    'amazon',
    'microsoft',
    'ikea',
    'fc bayern',
    'borussia',
    'hamburger sport',
    'werder bremen',
    'stadtwerke',
  ],
]
const PER_KNOWN_WORD = 40

/** Shares of the active part by register type; the rest is HRB. */
const ACTIVE_BY_TYPE = { HRA: 11_000, GnR: 1_500, PR: 1_500, VR: 9_000 }

interface DumpEntry {
  company_number: string
  name: string
  current_status: string
  retrieved_at: string
  registered_address?: string
  previous_names?: { company_name: string }[]
  subsequent_registrations?: unknown[]
  all_attributes: Record<string, unknown>
}

interface Candidate {
  readonly id: string
  readonly order: number
  readonly type: string
  readonly active: boolean
  readonly line: string
}

async function* readFolder(folder: string): AsyncGenerator<DumpEntry> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.br'))
    .sort()
  if (files.length === 0) throw new Error(`${folder} holds no *.jsonl.br file`)
  for (const name of files) {
    const input = createReadStream(join(folder, name)).pipe(createBrotliDecompress())
    for await (const line of createInterface({ input })) if (line !== '') yield JSON.parse(line) as DumpEntry
  }
}

/** What the product reads of an entry, in a fixed order of fields. */
function cut(entry: DumpEntry): string {
  const {
    _registerArt,
    _registerNummer,
    _registerNummerSuffix,
    registered_office,
    registrar,
    former_registrar,
  } = entry.all_attributes
  return JSON.stringify({
    company_number: entry.company_number,
    name: entry.name,
    current_status: entry.current_status,
    registered_address: entry.registered_address,
    previous_names: entry.previous_names,
    subsequent_registrations: entry.subsequent_registrations,
    all_attributes: {
      _registerArt,
      _registerNummer,
      _registerNummerSuffix,
      registered_office,
      registrar,
      former_registrar,
    },
    retrieved_at: entry.retrieved_at,
  })
}

/**
 * Smaller is taken first. A hash instead of chance keeps the choice the same from run to run; an address
 * halves the value three times, former names once, so that entries that tell more are preferred, not alone.
 */
function orderOf(entry: DumpEntry): number {
  const chance = createHash('sha256').update(entry.company_number).digest().readUInt32BE(0)
  return chance / (entry.registered_address ? 8 : 1) / (entry.previous_names ? 2 : 1)
}

async function readCandidates(folder: string): Promise<{ must: Map<string, Candidate>; rest: Candidate[] }> {
  const must = new Map<string, Candidate>()
  const rest: Candidate[] = []
  const perWord = new Map<string, number>()
  for await (const entry of readFolder(folder)) {
    const candidate = {
      id: entry.company_number,
      order: orderOf(entry),
      type: String(entry.all_attributes._registerArt),
      active: entry.current_status === 'currently registered',
      line: cut(entry),
    }
    const lower = ` ${entry.name.toLowerCase()}`
    const word = candidate.active ? KNOWN_WORDS.find((known) => lower.includes(` ${known}`)) : undefined
    const taken = word === undefined ? PER_KNOWN_WORD : (perWord.get(word) ?? 0)
    if (word !== undefined && taken < PER_KNOWN_WORD) perWord.set(word, taken + 1)
    if (taken < PER_KNOWN_WORD || entry.subsequent_registrations) must.set(candidate.id, candidate)
    else rest.push(candidate)
  }
  return { must, rest }
}

/** Everything of `must`, then the best of the rest until every share is filled. */
function choose(must: Map<string, Candidate>, rest: Candidate[]): Candidate[] {
  const chosen = new Map(must)
  const fillUp = (count: number, fits: (candidate: Candidate) => boolean): void => {
    let missing = count - [...chosen.values()].filter(fits).length
    for (const candidate of rest) {
      if (missing <= 0) return
      if (chosen.has(candidate.id) || !fits(candidate)) continue
      chosen.set(candidate.id, candidate)
      missing--
    }
  }
  rest.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  for (const [type, count] of Object.entries(ACTIVE_BY_TYPE))
    fillUp(count, (c) => c.active && c.type === type)
  fillUp(ACTIVE - sharesSum(), (c) => c.active && c.type === 'HRB')
  fillUp(ENTRIES - ACTIVE, (c) => !c.active)
  if (chosen.size !== ENTRIES) throw new Error(`the folder gives ${chosen.size} entries, not ${ENTRIES}`)
  return [...chosen.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function sharesSum(): number {
  return Object.values(ACTIVE_BY_TYPE).reduce((total, count) => total + count, 0)
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node scripts/make-sample.ts <folder with part-*.jsonl.br>')
const { must, rest } = await readCandidates(folder)
const chosen = choose(must, rest)
const text = Buffer.from(`${chosen.map((candidate) => candidate.line).join('\n')}\n`)
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
if (packed.length > SAMPLE_BYTES_MAX)
  throw new Error(`${packed.length} bytes are more than ${SAMPLE_BYTES_MAX}`)
writeFileSync(OUTPUT, packed)
console.log(`${chosen.length} entries, ${text.length} bytes, packed ${packed.length}`)
