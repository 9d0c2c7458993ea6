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

/** A pair seen less often is a slip of a clerk and not a merger. */
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

/** OffeneRegister gave the code of a namesake: Fürth in the Odenwald is not Fürth in Bavaria, Langen near Bremerhaven is not Langen in Hesse. */
const CORRECTIONS: Record<string, string> = { M1103_D3304V: 'M1105', P2613_M1112: 'P2608' }

/**
 * Pairs whose former court still keeps a register, and where every double entry (`U1206_U1308_HRB12754` beside
 * `U1308_HRB12754`) carries the same company: the number is the former court's own. In all other such pairs the doubles are
 * different companies, so that the pair has numbers of its own.
 */
const SAME_NUMBERS = ['U1206_U1308', 'N1105V_N1209V', 'R1101_R1105', 'T2101V_T2210V', 'H1101_H1101']

/** Where the portal's name says its place twice or leaves out what tells it from a namesake. */
const NAMES: Record<string, string> = {
  T3104V: 'Ludwigshafen am Rhein',
  G1207: 'Frankfurt (Oder)',
  B8536: 'Freiburg',
  M1105: 'Fürth (Odenwald)',
  P2608: 'Langen (Geestland)',
  V1111: 'St. Ingbert',
  V1112: 'St. Wendel',
  M1809: 'Marburg',
  M1803: 'Frankenberg-Eder',
  M1902: 'Hochheim am Main',
  P2205: 'Hann. Münden',
  P2206: 'Herzberg am Harz',
  P2306: 'Neustadt a. Rbge.',
  P2710: 'Rotenburg (Wümme)',
  P3104: 'Leer (Ostfriesland)',
  R1307: 'Xanten',
  R2104: 'Halle (Westfalen)',
  R2205: 'Herne-Wanne',
  R2504: 'Essen-Borbeck',
  R2505: 'Essen-Steele',
  R2508: 'Gelsenkirchen-Buer',
  W1105: 'Lutherstadt Eisleben',
  W1109: 'Halle (Saale)',
  W1219: 'Wolmirstedt',
}

/** What people call a court and no list says. */
const ALIASES: Record<string, string[]> = {
  F1103R: [
    'Berlin',
    'Charlottenburg',
    'Berlin-Charlottenburg',
    'Charlottenburg (Berlin)',
    'Berlin Charlottenburg',
    'F1103',
  ],
  D2601V: ['Munich', 'Muenchen', 'München I'],
  R3306: ['Cologne', 'Koeln'],
  D3310V: ['Nuremberg'],
  P2305: ['Hanover'],
  P1103: ['Brunswick'],
  M1201: [
    'Frankfurt',
    'Frankfurt a.M.',
    'Frankfurt/M',
    'Frankfurt/Main',
    'Frankfurt a. Main',
    'Ffm',
    'Frankfurt M.',
  ],
  G1207: [
    'Frankfurt/Oder',
    'Frankfurt (Oder)',
    'Frankfurt Oder',
    'Frankfurt a.d. Oder',
    'Frankfurt an der Oder',
    'Frankfurt/O.',
    'Frankfurt',
  ],
  T3104V: ['Ludwigshafen', 'Ludwigshafen a. Rh.', 'Ludwigshafen/Rhein', 'Ludwigshafen a.Rhein'],
  M1114: ['Offenbach', 'Offenbach/Main', 'Offenbach a.M.'],
  M1202: ['Bad Homburg v.d. Höhe', 'Bad Homburg vor der Höhe', 'Homburg v.d.H.'],
  M1203: ['Königstein im Taunus', 'Königstein/Ts.', 'Königstein i. Ts.'],
  M1706: ['Limburg/Lahn', 'Limburg an der Lahn', 'Limburg a.d. Lahn'],
  T3304V: ['Landau/Pfalz', 'Landau i.d. Pfalz', 'Landau Pfalz'],
  P3210: ['Oldenburg (Oldb)', 'Oldenburg i.O.', 'Oldenburg'],
  D3508V: ['Weiden', 'Weiden in der Oberpfalz', 'Weiden/Opf.', 'Weiden i.d.OPf.'],
  D2304V: ['Kempten'],
  B1204: ['Freiburg', 'Freiburg im Breisgau', 'Freiburg i. Br.', 'Freiburg/Breisgau', 'Freiburg i.Brsg.'],
  R1205: ['Mülheim an der Ruhr', 'Mülheim/Ruhr', 'Mülheim a.d. Ruhr'],
  P2608: ['Langen', 'Geestland', 'Langen bei Bremerhaven', 'Langen (Niedersachsen)'],
  M1105: ['Fürth', 'Fürth i. Odw.', 'Fürth (Hessen)', 'Fürth im Odenwald'],
  D3304V: ['Fürth (Bayern)'],
  M1112: ['Langen (Hessen)'],
  W1109: ['Halle', 'Halle-Saalkreis', 'Halle/Saale', 'Halle an der Saale'],
  R2104: ['Halle', 'Halle/Westf.', 'Halle i. Westf.'],
  P2306: ['Neustadt', 'Neustadt am Rübenberge'],
  H1102: ['BHV'],
  P2205: ['Hannoversch Münden', 'Münden'],
  M1405: ['Friedberg (Hessen)', 'Friedberg/Hessen'],
  T2101V: ['Kreuznach'],
  V1111: ['Sankt Ingbert', 'St Ingbert'],
  V1112: ['Sankt Wendel', 'St Wendel'],
  W1105: ['Eisleben'],
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
    // A branch is not called by the name of its main court.
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
      const giver = CORRECTIONS[parts.slice(0, -1).join('_')] ?? parts.at(-2)!
      given.set(giver, (given.get(giver) ?? 0) + 1)
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
