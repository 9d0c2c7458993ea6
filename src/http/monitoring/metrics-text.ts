/**
 * Writes the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */

/** Media type of the metrics text. */
export const METRICS_MEDIA = 'text/plain; version=0.0.4; charset=utf-8'

/** One value of a family. */
export interface Sample {
  /** Set for the series of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** All series of one metric name. */
export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Returns the families as text; a family without samples is left out. */
export function metricsText(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => familyText(family))
    .join('')
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${valueText(value)}`,
  )
  const said = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `# HELP ${name} ${said}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'
}
