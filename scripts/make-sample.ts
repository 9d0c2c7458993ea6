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

/**
 * Names that people will try first. Of the active firms (HRA, HRB) whose name begins with such a word, the ones
 * with the shortest names are taken, up to `PER_KNOWN_WORD` each.
 */
const KNOWN_WORDS = [
  ...[
    'siemens',
    'bosch',
    'robert bosch',
    'volkswagen',
    'bmw',
    'bayerische motoren werke',
    'daimler',
    'porsche',
  ],
  ...[
    'dr. ing. h.c. f. porsche',
    'audi',
    'opel',
    'bayer',
    'basf',
    'henkel',
    'merck',
    'sap',
    'telekom',
    'deutsche',
  ],
  ...[
    'vodafone',
    'lufthansa',
    'db',
    'dhl',
    'hochtief',
    'bilfinger',
    'edeka',
    'rewe',
    'aldi',
    'lidl',
    'kaufland',
  ],
  ...[
    'dirk rossmann',
    'dm-drogerie',
    'tchibo',
    'haribo',
    'alfred ritter',
    'dr. august oetker',
    'miele',
    'adidas',
  ],
  ...['puma', 'hugo boss', 'allianz', 'commerzbank', 'axel springer', 'bertelsmann', 'carl zeiss', 'trumpf'],
  ...[
    'andreas stihl',
    'alfred kärcher',
    'adolf würth',
    'würth',
    'festo',
    'zalando',
    'google',
    'amazon',
    'microsoft',
  ],
  ...[
    'ikea',
    'fc bayern',
    'borussia',
    'stadtwerke',
    'continental',
    'thyssenkrupp',
    'linde',
    'infineon',
    'fresenius',
  ],
  ...[
    'beiersdorf',
    'otto',
    'tui',
    'media markt',
    'saturn',
    'fielmann',
    'douglas',
    'bahlsen',
    'steiff',
    'ravensburger',
  ],
]
const PER_KNOWN_WORD = 12

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
  const known = new Map<string, { name: string; candidate: Candidate }[]>(
    KNOWN_WORDS.map((word) => [word, []]),
  )
  for await (const entry of readFolder(folder)) {
    const candidate = {
      id: entry.company_number,
      order: orderOf(entry),
      type: String(entry.all_attributes._registerArt),
      active: entry.current_status === 'currently registered',
      line: cut(entry),
    }
    if (entry.subsequent_registrations) must.set(candidate.id, candidate)
    else rest.push(candidate)
    if (!candidate.active || !candidate.type.startsWith('HR')) continue
    const name = entry.name.toLowerCase()
    for (const [word, found] of known) if (name.startsWith(`${word} `)) found.push({ name, candidate })
  }
  for (const found of known.values()) {
    found.sort((a, b) => a.name.length - b.name.length || (a.candidate.id < b.candidate.id ? -1 : 1))
    for (const { candidate } of found.slice(0, PER_KNOWN_WORD)) must.set(candidate.id, candidate)
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
