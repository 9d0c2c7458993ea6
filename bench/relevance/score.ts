/** Figures of a kind from its judged queries. */
import type { Judged } from './judge.ts'

/** The mode of a search; `suggest` is a search for suggestions while a name is typed. */
export type Mode = 'normal' | 'deep' | 'suggest'

/** The quality of one kind of query in one mode. */
export interface KindScore {
  readonly kind: string
  readonly mode: Mode
  readonly count: number
  /** Share of queries whose company came first. */
  readonly recall1: number
  /** … among the first ten. */
  readonly recall10: number
  /** Mean of 1 / place, 0 where it is not among the first ten. */
  readonly mrr: number
  /** Share of queries without any hit; `undefined` of queries for nobody, where none is right. */
  readonly zeroHits: number | undefined
}

/** Computes the score of a kind from its judged queries. */
export function scoreOf(kind: string, mode: Mode, judged: readonly Judged[]): KindScore {
  const count = judged.length
  const mean = (of: (rank: number) => number): number =>
    judged.reduce((sum, { rank }) => sum + of(rank), 0) / Math.max(1, count)
  return {
    kind,
    mode,
    count,
    recall1: mean((rank) => (rank === 1 ? 1 : 0)),
    recall10: mean((rank) => (rank > 0 ? 1 : 0)),
    mrr: mean((rank) => (rank > 0 ? 1 / rank : 0)),
    zeroHits: zeroHitsOf(judged),
  }
}

function zeroHitsOf(judged: readonly Judged[]): number | undefined {
  if (judged.some(({ query }) => query.target === undefined)) return undefined
  return judged.filter(({ hits }) => hits.length === 0).length / Math.max(1, judged.length)
}

/** An aligned table that is Markdown as well. */
export function tableOf(scores: readonly KindScore[]): string {
  const rows = [
    ['kind', 'mode', 'queries', 'recall@1', 'recall@10', 'MRR', 'no hit'],
    ...scores.map(({ kind, mode, count, recall1, recall10, mrr, zeroHits }) => [
      ...[kind, mode, String(count)],
      ...[recall1, recall10, mrr, zeroHits].map((share) => share?.toFixed(3) ?? '–'),
    ]),
  ]
  const widths = (rows[0] as string[]).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] as string).length)),
  )
  const lines = rows.map(
    (row) =>
      `| ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(' | ')} |`,
  )
  const rule = `|${widths.map((width, i) => (i < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
