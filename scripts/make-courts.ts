/**
 * Makes `src/names/data/courts.json`, the list of German register courts.
 *
 *     node scripts/make-courts.ts <data folder>
 *
 * The folder holds `code-lists/de_register_courts.csv`, `code-lists/xjustiz_gds_gerichte_3.7.csv.gz` (XJustiz code list
 * GDS.Gerichte 3.7) and `offeneregister/*.jsonl.br` (OffeneRegister, CC BY 4.0, from OpenCorporates). Which court took over
 * from which is counted from the entries: `P2408_P2409_HRB764` is number 764 of the former court P2409, kept at P2408.
 */
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBrotliDecompress, gunzipSync } from 'node:zlib'
import { ALIASES, CORRECTIONS, NAMES, SAME_NUMBERS } from './court-corrections.ts'

/** Minimum occurrences of a pair. Rarer ones are typos of a clerk, not mergers. */
const PAIR_COUNT_MIN = 5

interface CourtRow {
  code: string
  name: string
  state: string
  xjustizName: string
  active: boolean
  aliases: string[]
  successor?: string
  renumberedFrom?: string
  entries: number
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node scripts/make-courts.ts <data folder>')

const listed = readCsv(readFileSync(join(folder, 'code-lists/de_register_courts.csv'), 'utf8'))
const xjustiz = new Map(
  readCsv(
    gunzipSync(readFileSync(join(folder, 'code-lists/xjustiz_gds_gerichte_3.7.csv.gz'))).toString('utf8'),
  ).map((row) => [row.code!, row.wert!]),
)
const { given, pairs, formerNames } = await countEntries(join(folder, 'offeneregister'))

const courts = new Map<string, CourtRow>()
for (const row of listed) {
  const code = row.court_code!
  courts.set(code, {
    code,
    name: NAMES[code] ?? (row.offeneregister_registrar || placeOf(row.bris_name!)),
    state: row.state!,
    xjustizName: row.xjustiz_name!,
    active: row['in_bris_list_2.0'] === 'yes',
    entries: given.get(code) ?? 0,
    aliases: [
      row.offeneregister_registrar!,
      placeOf(row.bris_name!),
      /Zweigstelle/.test(row.xjustiz_name!) ? '' : placeOf(row.xjustiz_name!),
    ],
  })
}
for (const [pair, byName] of formerNames) {
  const [current, former] = pair.split('_') as [string, string]
  const code = CORRECTIONS[pair] ?? former
  const sourceName = [...byName].sort((a, b) => b[1] - a[1])[0]![0]
  const row = courts.get(code)
  if (row) {
    if (!CORRECTIONS[pair] && (pairs.get(pair) ?? 0) >= PAIR_COUNT_MIN) row.aliases.push(sourceName)
    continue
  }
  const xjustizName = xjustiz.get(code) ?? ''
  courts.set(code, {
    code,
    name: NAMES[code] ?? sourceName.replace(/ Zweigstelle /, '-').replace(/, Zwst\. +/, '-'),
    state: courts.get(current)!.state,
    xjustizName,
    active: false,
    entries: given.get(code) ?? 0,
    // A branch does not have the name of its main court.
    aliases: /Zwst|Zweigstelle|Dienstgeb/.test(xjustizName)
      ? [sourceName]
      : [sourceName, placeOf(xjustizName)],
  })
}

const best = new Map<string, number>()
for (const [pair, count] of [...pairs].sort((a, b) => b[1] - a[1])) {
  const [current, former] = pair.split('_') as [string, string]
  const row = courts.get(CORRECTIONS[pair] ?? former)!
  if (row.active || !courts.get(current)!.active || best.has(row.code)) continue
  row.successor = current
  best.set(row.code, count)
}
for (const row of courts.values()) {
  if (row.active || row.successor || row.code === 'B1204') continue
  if (row.state === 'TH') row.successor = 'Y1206'
  else if (row.state === 'SL') row.successor = 'V1109'
  else throw new Error(`no successor known for ${row.code} ${row.name}`)
}
courts.get('B8536')!.renumberedFrom = 'B1204'
courts.get('B1204')!.aliases.push('Freiburg i. Br.')
courts.get('B8536')!.aliases.push(...ALIASES.B1204!)

/** Pairs with numbers of their own. */
const split = [...pairs.keys()]
  .filter((pair) => {
    const [, former] = pair.split('_') as [string, string]
    return courts.get(former)!.active && !CORRECTIONS[pair] && !SAME_NUMBERS.includes(pair)
  })
  .sort()

const rows = [...courts.values()]
  .sort((a, b) => (a.code < b.code ? -1 : 1))
  .map((row) => ({ ...row, aliases: aliasesOf(row) }))
const text = [
  '{',
  `  "source": "XJustiz GDS.Gerichte 3.7, BRIS list of registers 2.0, OffeneRegister (from OpenCorporates, CC BY 4.0); made by scripts/make-courts.ts",`,
  `  "corrections": ${JSON.stringify(CORRECTIONS)},`,
  `  "sameNumbers": ${JSON.stringify(SAME_NUMBERS)},`,
  `  "ownNumbers": ${JSON.stringify(split)},`,
  '  "courts": [',
  rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n'),
  '  ]',
  '}',
  '',
].join('\n')
writeFileSync(new URL('../src/names/data/courts.json', import.meta.url), text)
process.stdout.write(`${rows.length} courts, ${split.length} pairs with numbers of their own\n`)

function aliasesOf(row: CourtRow): string[] {
  const all = [...row.aliases, ...(ALIASES[row.code] ?? []), row.name]
  for (const alias of [...all]) {
    all.push(alias.replace(/\s*\([^)]*\)/g, ''))
    all.push(alias.replace(/ (am|im|an der|in der|a\.|a\. ?d\.|i\.|v\. ?d\.) ?[A-ZH].*$/, ''))
  }
  const seen = new Set([row.name.toLowerCase()])
  return all
    .map((alias) => alias.replace(/\s+/g, ' ').trim())
    .filter((alias) => {
      const key = alias.toLowerCase()
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** 'Registergericht Amtsgericht Landau in der Pfalz' → 'Landau in der Pfalz'. */
function placeOf(name: string): string {
  return name
    .replace(/^aufgelöst-/, '')
    .replace(/^Registergericht /, '')
    .replace(/^Amtsgericht /, '')
    .replace(/ -Registergericht-$/, '')
    .replace(/, (Handels|Zentralisierter|Zwst).*$/, '')
    .replace(/ (Zweigstelle|Dienstgebäude) .*$/, '')
    .trim()
}

async function countEntries(entriesFolder: string) {
  const given = new Map<string, number>()
  const pairs = new Map<string, number>()
  const formerNames = new Map<string, Map<string, number>>()
  for (const file of readdirSync(entriesFolder).sort()) {
    const lines = createInterface({
      input: createReadStream(join(entriesFolder, file)).pipe(createBrotliDecompress()),
    })
    for await (const line of lines) {
      const entry = JSON.parse(line) as {
        company_number: string
        all_attributes: { former_registrar?: string }
      }
      const parts = entry.company_number.split('_')
      const court = CORRECTIONS[parts.slice(0, -1).join('_')] ?? parts.at(-2)!
      given.set(court, (given.get(court) ?? 0) + 1)
      if (parts.length !== 3) continue
      const pair = `${parts[0]}_${parts[1]}`
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      const names = formerNames.get(pair) ?? new Map<string, number>()
      formerNames.set(pair, names)
      const name = entry.all_attributes.former_registrar ?? ''
      names.set(name, (names.get(name) ?? 0) + 1)
    }
  }
  return { given, pairs, formerNames }
}

/** Comma separated, double quotes around fields with commas. */
function readCsv(text: string): Record<string, string>[] {
  const [head, ...lines] = text.trim().split(/\r?\n/)
  const names = splitLine(head!)
  return lines.map((line) => Object.fromEntries(splitLine(line).map((value, i) => [names[i]!, value.trim()])))
}

function splitLine(line: string): string[] {
  const fields: string[] = []
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    fields.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'))
  }
  return fields
}
