/** The page of figures. */
import { cpus, totalmem } from 'node:os'
import type { Answers } from './ask-one.ts'
import { type Figures, figuresOf, type Ranks } from './figures.ts'
import type { Entry } from './neighbours.ts'
import type { Query } from './query-sets.ts'

export interface Run {
  readonly entries: readonly Entry[]
  readonly results: ReadonlyMap<string, Answers>
  readonly ranks: ReadonlyMap<string, Ranks>
  readonly queries: readonly Query[]
  readonly companies: number
  readonly command: string
}

export function pageOf(run: Run): { page: string; figures: object } {
  const all = run.queries.map((_, i) => i)
  const rows = run.entries.map(({ key, title }) => {
    const f = figuresFor(run, key, all)
    const r = run.results.get(key) as Answers
    return [
      title,
      f.queries,
      share(f.recall1),
      share(f.recall10),
      ms(f.meanMs),
      ms(f.p50Ms),
      ms(f.p99Ms),
      (r.memoryBytes / 1e6).toFixed(0),
      (r.diskBytes / 1e6).toFixed(0),
      ((r.buildMs ?? 0) / 1000).toFixed(1),
    ].join(' | ')
  })
  const kinds = [...new Set(run.queries.map(({ kind }) => kind))]
  const byKind = kinds.map((kind) => {
    const places = all.filter((i) => run.queries[i]?.kind === kind)
    return [
      kind,
      ...run.entries.map(({ key }) => {
        const f = figuresFor(run, key, places)
        return `${f.queries}: ${share(f.recall1)} ${share(f.recall10)} ${ms(f.meanMs)}`
      }),
    ].join(' | ')
  })
  return {
    page: [...rows, '', run.entries.map((e) => e.key).join(' | '), ...byKind].join('\n'),
    figures: { cpus: cpus().length, mem: totalmem() },
  }
}

function figuresFor({ results, ranks }: Run, key: string, places: readonly number[]): Figures {
  return figuresOf(ranks.get(key) as Ranks, results.get(key)?.took ?? [], places)
}
function share(x: number): string {
  return x.toFixed(3)
}
function ms(x: number): string {
  return x < 10 ? x.toPrecision(2) : x.toFixed(0)
}
