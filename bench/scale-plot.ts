/** Draws how time and memory grow, as SVG that is readable on light and on dark ground. */
import type { ScaleRow } from './scale-page.ts'

const WIDTH = 920
const PANEL = { width: 360, height: 200 } as const
const MARGIN = { left: 70, top: 48, between: 100, below: 84 } as const

interface Line {
  readonly name: string
  /** Values by row; rows without one are left out. */
  readonly of: (row: ScaleRow) => number | undefined
}

interface Panel {
  readonly title: string
  readonly lines: readonly Line[]
  readonly log: boolean
}

const PANELS: readonly Panel[] = [
  {
    title: 'Normal search, µs',
    log: true,
    lines: [
      { name: 'p50', of: ({ normal }) => normal.p50 },
      { name: 'mean', of: ({ normal }) => normal.mean },
      { name: 'p99', of: ({ normal }) => normal.p99 },
    ],
  },
  {
    title: 'Deep search, ms',
    log: true,
    lines: [
      { name: 'p50', of: ({ deep }) => deep.p50 / 1000 },
      { name: 'mean', of: ({ deep }) => deep.mean / 1000 },
      { name: 'p99', of: ({ deep }) => deep.p99 / 1000 },
    ],
  },
  {
    title: 'Building, s',
    log: false,
    lines: [
      { name: 'wall clock', of: ({ built }) => built?.seconds },
      { name: 'processor', of: ({ built }) => built?.cpuSeconds },
    ],
  },
  {
    title: 'Memory, GB',
    log: false,
    lines: [
      { name: 'index', of: ({ indexBytes }) => indexBytes / 1e9 },
      {
        name: 'peak of building',
        of: ({ built }) => (built === undefined ? undefined : built.peakBytes / 1e9),
      },
    ],
  },
]

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #333 }
  .title { font-weight: 600 }
  .axis { stroke: #999 } .grid { stroke: #ddd }
  path { fill: none; stroke-width: 2 }
  .l0 { stroke: #0969da; fill: #0969da } .l1 { stroke: #bf8700; fill: #bf8700 } .l2 { stroke: #cf222e; fill: #cf222e }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .axis { stroke: #888 } .grid { stroke: #444 }
    .l0 { stroke: #58a6ff; fill: #58a6ff } .l1 { stroke: #e3b341; fill: #e3b341 } .l2 { stroke: #ff7b72; fill: #ff7b72 }
  }
  path.l0, path.l1, path.l2 { fill: none }`

/** Four panels by number of companies (both axes by powers of ten for searches). */
export function scalePlot(rows: readonly ScaleRow[]): string {
  const height = MARGIN.top + 2 * PANEL.height + MARGIN.between + MARGIN.below - 40
  const panels = PANELS.map((panel, i) => {
    const x = MARGIN.left + (i % 2) * (PANEL.width + MARGIN.between)
    const y = MARGIN.top + (i >> 1) * (PANEL.height + MARGIN.between)
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, rows)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>Time and memory by number of companies</title>
<style>${STYLE}</style>
${panels.join('\n')}
</svg>
`
}

/** Where a value lies between the ends of an axis, 0 … 1. */
type Scale = (value: number) => number

function drawPanel(panel: Panel, rows: readonly ScaleRow[]): string {
  const lines = panel.lines.map(({ name, of }) => ({
    name,
    points: rows.flatMap((row) => {
      const value = of(row)
      return value === undefined ? [] : [{ companies: row.companies, value }]
    }),
  }))
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const counts = rows.map(({ companies }) => companies)
  if (values.length === 0) return ''
  const across = panel.log ? logScale(counts) : linearScale(counts)
  const up = panel.log ? logScale(values) : linearScale(values)
  const place = (count: number, value: number) =>
    `${(across.at(count) * PANEL.width).toFixed(1)} ${((1 - up.at(value)) * PANEL.height).toFixed(1)}`
  return [
    `<text class="title" y="-16">${panel.title}</text>`,
    ...up.ticks.map((tick) => {
      const y = ((1 - up.at(tick)) * PANEL.height).toFixed(1)
      return `<path class="grid" d="M0 ${y}H${PANEL.width}"/><text x="-8" y="${y}" dy="4" text-anchor="end">${short(tick)}</text>`
    }),
    ...across.ticks.map((tick) => {
      const x = (across.at(tick) * PANEL.width).toFixed(1)
      return `<path class="axis" d="M${x} ${PANEL.height}v5"/><text x="${x}" y="${PANEL.height + 20}" text-anchor="middle">${short(tick)}</text>`
    }),
    `<path class="axis" d="M0 0V${PANEL.height}H${PANEL.width}"/>`,
    ...lines.map(({ points }, i) => {
      const path = points.map(({ companies, value }) => place(companies, value)).join('L')
      const dots = points.map(({ companies, value }) => {
        const [x, y] = place(companies, value).split(' ')
        return `<circle class="l${i}" cx="${x}" cy="${y}" r="3"/>`
      })
      return `<path class="l${i}" d="M${path}"/>${dots.join('')}`
    }),
    ...lines.map(
      ({ name }, i) =>
        `<path class="l${i}" d="M${150 + i * 84} -20h12"/><text x="${166 + i * 84}" y="-16">${name}</text>`,
    ),
  ].join('')
}

interface Axis {
  readonly at: Scale
  readonly ticks: readonly number[]
}

function logScale(values: readonly number[]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
  return { at: (value) => (Math.log10(value) - low) / (high - low), ticks }
}

/** From 0, with about four round steps. */
function linearScale(values: readonly number[]): Axis {
  const largest = Math.max(...values)
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const count = Math.ceil(largest / step)
  return {
    at: (value) => value / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, i) => i * step),
  }
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`
  if (value >= 1e4) return `${value / 1e3} k`
  return String(Number(value.toPrecision(3)))
}
