/** Writes the page of figures from the results of one run. */
import { cpus, totalmem } from 'node:os'
import type { Answers } from './ask-one.ts'
import { type Figures, figuresOf, type Ranks } from './figures.ts'
import type { Entry } from './neighbours.ts'
import { SERVER_SETTINGS } from './postgres-server.ts'
import type { Query } from './query-sets.ts'

/** The results of a run. */
export interface Run {
  readonly entries: readonly Entry[]
  readonly results: ReadonlyMap<string, Answers>
  readonly ranks: ReadonlyMap<string, Ranks>
  readonly queries: readonly Query[]
  readonly companies: number
  readonly command: string
  /** Time for one kind of queries; who was asked again may have had another. */
  readonly secondsAKind: number
}

const DEEP = 'deep'
const GB = 1e9
/** A recall that is so much lower still counts as comparable. */
const COMPARABLE_LESS = 0.05

/** The page, and the same figures for programs. */
export function pageOf(run: Run): { page: string; figures: object } {
  const places = run.queries.map((_, i) => i)
  const page = [
    introduction(run),
    section('All queries together', overview(run, places)),
    ...(run.results.has(DEEP)
      ? [section('Comparison with deep search, on the queries that both answered', comparison(run, places))]
      : []),
    section('Recall by kind of query', `${BY_KIND}\n\n${byKind(run, recallCell)}`),
    section('Mean milliseconds by kind of query', byKind(run, meanCell)),
    section('Configuration', settings(run)),
    section('What can be compared, and what cannot', FAIRNESS),
  ].join('\n\n')
  return { page: `${page}\n`, figures: figuresFile(run, places) }
}

function introduction({ queries, companies, command, secondsAKind, entries, results }: Run): string {
  const again = entries
    .map(({ key }) => ({ key, ...(results.get(key) as Answers) }))
    .filter(({ isAgain }) => isAgain)
    .map((one) => (one.secondsAKind === secondsAKind ? one.key : `${one.key} (${one.secondsAKind} s a kind)`))
  const kinds = new Set(queries.map(({ kind }) => kind)).size
  const processor = cpus()[0]?.model ?? 'unknown processor'
  return `# Comparison with other search software

The same ${companies.toLocaleString('en')} current names of companies, the same ${queries.length.toLocaleString('en')} queries of ${kinds} kinds, one after the other, in one run:

    ${command}

The run writes this page. ${cpus().length} cores (${processor.trim()}), ${(totalmem() / GB).toFixed(0)} GB, Node ${process.versions.node}; *load* is the number of programs that needed a core, the average of the last
minute of the queries: with more than ${cpus().length}, times are longer than on a quiet machine, but processor times are hardly longer. The kinds of queries and the rules of judgement are those of the relevance bench (\`bench/relevance\`): real corrections and generated noise; a company with the
same name and form as the right one counts as right. Each query requests ten hits. Every kind has the same weight in the overall figures, regardless of its number of queries.${
    again.length === 0
      ? ''
      : ` Measured later than the others, with a newer version: ${again.join(', ')}; where the load differs, only processor times are comparable.`
  }`
}

function overview(run: Run, places: readonly number[]): string {
  const head = ['', 'queries', 'recall@1', 'recall@10', 'mean ms', 'p50 ms', 'p99 ms', 'processor ms a query']
  const more = ['queries/s, one client', 'memory MB', 'disk MB', 'built in s', 'load']
  const rows = run.entries.map(({ key, title }) => {
    const figures = figuresFor(run, key, places)
    const { memoryBytes, diskBytes, buildMs, load } = run.results.get(key) as Answers
    return [
      ...[title, String(figures.queries), share(figures.recall1), share(figures.recall10)],
      ...[figures.meanMs, figures.p50Ms, figures.p99Ms, figures.processorMs].map(ms),
      ...[1000 / figures.meanMs, memoryBytes / 1e6, diskBytes / 1e6].map(round),
      buildMs === undefined ? 'the same' : round(buildMs / 1000),
      load.toFixed(1),
    ]
  })
  return table([...head, ...more], rows)
}

/** Each neighbour and deep search on the same queries: who finds more, and how many times quicker deep search is. */
function comparison(run: Run, places: readonly number[]): string {
  const head = ['', 'queries', 'recall@1', 'deep', 'recall@10', 'deep', 'comparable recall']
  const ratios = ['deep search is faster: mean', 'p50', 'p99', 'processor time']
  const rows = run.entries
    .filter(({ key }) => !isOurs(key))
    .map(({ key, title }) => {
      const { theirs, ours } = onTheSame(run, key, places)
      const isComparable = theirs.recall10 >= ours.recall10 - COMPARABLE_LESS
      return [
        ...[title, String(theirs.queries), share(theirs.recall1), share(ours.recall1)],
        ...[share(theirs.recall10), share(ours.recall10), isComparable ? 'yes' : 'no'],
        ...[theirs.meanMs / ours.meanMs, theirs.p50Ms / ours.p50Ms, theirs.p99Ms / ours.p99Ms].map(times),
        times(theirs.processorMs / ours.processorMs),
      ]
    })
  return table([...head, ...ratios], rows)
}

function onTheSame(run: Run, key: string, places: readonly number[]): { theirs: Figures; ours: Figures } {
  const both = places.filter((place) => run.ranks.get(key)?.[place] !== undefined)
  const shared = both.filter((place) => run.ranks.get(DEEP)?.[place] !== undefined)
  return { theirs: figuresFor(run, key, shared), ours: figuresFor(run, DEEP, shared) }
}

const BY_KIND = `recall@1 / recall@10; in brackets the number of queries that were run, if the time limit was reached.`

function byKind(run: Run, cell: (figures: Figures, asked: number) => string): string {
  const kinds = [...new Set(run.queries.map(({ kind }) => kind))]
  const rows = kinds.map((kind) => {
    const places = run.queries.flatMap((query, i) => (query.kind === kind ? [i] : []))
    const cells = run.entries.map(({ key }) => cell(figuresFor(run, key, places), places.length))
    return [kind, String(places.length), ...cells]
  })
  return table(['kind', 'queries', ...run.entries.map(({ title }) => title)], rows)
}

function recallCell({ queries, recall1, recall10 }: Figures, asked: number): string {
  return `${recall1.toFixed(2)} / ${recall10.toFixed(2)}${queries < asked ? ` (${queries})` : ''}`
}

function meanCell({ meanMs }: Figures): string {
  return ms(meanMs)
}

function settings({ entries, results }: Run): string {
  const rows = entries.map(({ key, title, settings: text }) => [title, results.get(key)?.version ?? '', text])
  return `${table(['', 'version', 'set up'], rows)}

PostgreSQL's server: \`${SERVER_SETTINGS.join(' ')}\`, one connection over a Unix socket, statements prepared; \`vacuum analyze\` after loading.`
}

const FAIRNESS = `- All receive the names as this project reads them: folded (\`ä\` as \`ae\`, without accents), abbreviations written out, \`&\` as \`und\`, and the legal form in a separate column; queries
  likewise, before the measurement starts. This helps the others: without it they would treat \`Gesellschaft mit beschränkter Haftung\` as five words and find less. This project reads the query during the measurement.
- All search in steps, as an experienced user would configure them: first the same name, then all words, then with error tolerance. The steps and limits were chosen on the sample of 100,000 for recall.
- Each runs alone in a separate process, with the index in memory or in the page cache, after warming up with 100 queries. One client sends one query after the other.
- Times are those of the call. Those of PostgreSQL include one round trip over a socket; the others run in the process of the client, as they do in practice. Other work on the machine increases all times; *processor ms* is
  the total processor time of a query in all processes.
- Memory is that of the process after all queries (PostgreSQL: of all server processes, shared memory counted once); the system's page cache, which SQLite and PostgreSQL rely on, is not included.
- The others index names and forms only. This project's index also contains register numbers, seats, statuses and dates, which its hits return.
- All index current names only. There are no queries for register numbers and former names: the others would look them up in another table.
- Software that is too slow for the time limit of a kind gets fewer queries of it, the first ones of the same list; the comparison uses only queries that both answered.
- Not tried: PostgreSQL's \`fuzzystrmatch\`, SQLite's \`spellfix1\` (not in this build), stemming (names are not ordinary language). Tried and dropped, on 100,000 names: \`pg_trgm\` over GiST with \`<->\` (five to ten times as slow as
  GIN, same recall), \`word_similarity\` (less recall for queries with an extra word).`

function figuresFile(run: Run, places: readonly number[]): object {
  const kinds = [...new Set(run.queries.map(({ kind }) => kind))]
  const all = run.entries.map(({ key }) => {
    const { version, buildMs, diskBytes, memoryBytes, load } = run.results.get(key) as Answers
    const perKind = kinds.map((kind) => {
      const some = places.filter((place) => run.queries[place]?.kind === kind)
      return [kind, figuresFor(run, key, some)] as const
    })
    const made = { version, buildMs, diskBytes, memoryBytes, load }
    return [key, { ...made, all: figuresFor(run, key, places), kinds: Object.fromEntries(perKind) }] as const
  })
  return { command: run.command, companies: run.companies, neighbours: Object.fromEntries(all) }
}

/** Of those at `places` that were asked. */
function figuresFor({ queries, results, ranks }: Run, key: string, places: readonly number[]): Figures {
  const own = ranks.get(key) ?? []
  const asked = places.filter((place) => own[place] !== undefined)
  return figuresOf(queries, own, results.get(key) ?? { took: [], spent: [] }, asked)
}

function isOurs(key: string): boolean {
  return key === DEEP || key === 'normal'
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function share(of: number): string {
  return of.toFixed(3)
}

function ms(of: number): string {
  return of < 0.1 ? of.toFixed(3) : of < 10 ? of.toFixed(2) : of.toFixed(0)
}

function round(of: number): string {
  return Math.round(of).toLocaleString('en')
}

function times(of: number): string {
  return `${of < 10 ? of.toFixed(1) : of.toFixed(0)} ×`
}
