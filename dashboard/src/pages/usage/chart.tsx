/**
 * A chart drawn by uPlot on a canvas. A sentence describes it to screen readers, and a table beside it has
 * the numbers.
 */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useLanguage, useWords } from '../../words/language.tsx'
import { USAGE } from '../../words/usage.ts'
import { useNumbers } from './numbers.ts'
import styles from './usage.module.css'

interface ChartLine<Row> {
  readonly word: string
  /** Colour of the theme, for example `--fs-accent`. */
  readonly colour: 'accent' | 'warn' | 'danger'
  readonly read: (row: Row) => number | null
}

export interface ChartProps<Row> {
  readonly rows: readonly Row[]
  readonly lines: readonly ChartLine<Row>[]
  /** `stacked`: stacked bars; `lines`: connected points. */
  readonly kind: 'stacked' | 'lines'
  readonly title: string
  readonly show: (value: number) => string
  readonly step: 'hour' | 'day'
  /** Formats a time on the axis. */
  readonly showAt: (ms: number, step: 'hour' | 'day') => string
}

const HEIGHT_PX = 240
const MS_PER_S = 1000
/** Distances between grid lines. All values are whole numbers. */
const STEPS = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((ten) => step * ten))
  .sort((a, b) => a - b)

export function Chart<Row extends { readonly at: string }>(props: ChartProps<Row>) {
  const { rows, lines, title } = props
  const words = useWords(USAGE)
  const numbers = useNumbers()
  const place = usePicture(props)
  const [from, to] = [rows[0]?.at ?? '', rows.at(-1)?.at ?? '']
  return (
    <figure className={styles.figure}>
      <div ref={place} role="img" aria-label={words.chartOf(title, numbers.step(from), numbers.step(to))} />
      <figcaption className={styles.legend}>
        {lines.map(({ word, colour }) => (
          <span key={word}>
            <i className={styles.mark} data-colour={colour} />
            {word}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Redraws when numbers, language, colours or width change. */
function usePicture<Row extends { readonly at: string }>(props: ChartProps<Row>) {
  const place = useRef<HTMLDivElement>(null)
  const colorScheme = useComputedColorScheme()
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours and texts are read while painting
  useEffect(() => {
    const box = place.current
    if (box === null) return undefined
    let chart: uPlot | undefined
    const watcher = new ResizeObserver(() => chart?.setSize({ width: box.clientWidth, height: HEIGHT_PX }))
    // Drawn in the next frame, when the colours of the scheme are applied.
    const frame = requestAnimationFrame(() => {
      chart = new uPlot(optionsOf(props, box.clientWidth), dataOf(props), box)
      watcher.observe(box)
    })
    return () => {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      chart?.destroy()
    }
  }, [props.rows, props.kind, colorScheme, language])
  return place
}

/** The highest stacked bar is drawn first, the lower ones over it. */
function dataOf<Row extends { readonly at: string }>({
  rows,
  lines,
  kind,
}: ChartProps<Row>): uPlot.AlignedData {
  const times = rows.map(({ at }) => Date.parse(at) / MS_PER_S)
  const values = lines.map(({ read }) => rows.map(read))
  if (kind === 'lines') return [times, ...values]
  const stacked = values.map((_, upTo) => rows.map((_row, i) => sumUpTo(values, upTo, i)))
  return [times, ...stacked.toReversed()]
}

function sumUpTo(values: readonly (readonly (number | null)[])[], upTo: number, at: number): number {
  return values.slice(0, upTo + 1).reduce((sum, line) => sum + (line[at] ?? 0), 0)
}

function optionsOf<Row>({ lines, kind, show, step, showAt }: ChartProps<Row>, width: number): uPlot.Options {
  const colourOf = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--fs-${name}`)
  const painted = kind === 'stacked' ? lines.toReversed() : lines
  const axis = {
    stroke: colourOf('quiet'),
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  }
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] })
  return {
    width,
    height: HEIGHT_PX,
    // Days are shown in UTC in every time zone.
    ...(step === 'day' && { tzDate: (s: number) => uPlot.tzDate(new Date(s * MS_PER_S), 'Etc/UTC') }),
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      {
        ...axis,
        size: 32,
        space: 56,
        values: (_chart, splits) => splits.map((s) => showAt(s * MS_PER_S, step)),
      },
      { ...axis, size: 64, incrs: STEPS, values: (_chart, splits) => splits.map(show) },
    ],
    series: [
      {},
      ...painted.map(({ word, colour }) => ({
        label: word,
        stroke: colourOf(colour),
        width: kind === 'lines' ? 2 : 0,
        points: { show: kind === 'lines', size: 5 },
        ...(kind === 'stacked' && { fill: colourOf(colour), ...(bars && { paths: bars }) }),
      })),
    ],
  }
}
