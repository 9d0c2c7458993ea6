/** The alerts and the Grafana dashboard of `deploy`, against the metrics of a real server and a real Prometheus. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import { type ReadFamily, readMetrics } from '../fixtures/prometheus-text.ts'
import { BRIEF } from '../thorough.ts'
import { freePort } from './load-balancer.ts'
import {
  atEnd,
  cleanEnv,
  ENTRIES,
  type Lifetime,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  ROOT,
  run,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const ALERTS = join(ROOT, 'deploy/alerts.yml')
const ALERTS_TEST = join(ROOT, 'test/fixtures/alerts.test.yml')
const DASHBOARD = join(ROOT, 'deploy/grafana-dashboard.json')
/** Labels that Prometheus adds to every series. */
const ADDED_LABELS = new Set(['job', 'instance'])
const METRIC = /\b(?:firmensuche|process)_\w+/g
const SELECTOR = /\b((?:firmensuche|process)_\w+)\{([^}]*)\}/g
const MATCHER = /(\w+)=~?"([^"]*)"/g

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: 'critical' | 'warning' | 'info' }
  readonly annotations: { readonly summary: string; readonly action: string; readonly docs: string }
}

interface Target {
  readonly expr: string
  readonly legendFormat?: string
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly Target[]
}

const alerts = (
  parse(readFileSync(ALERTS, 'utf8')) as { groups: readonly { rules: readonly Alert[] }[] }
).groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] }
const targets = panels.flatMap((panel) => panel.targets ?? [])
/** The expressions of the dashboard as Grafana sends them if all nodes are chosen. */
const shown = targets
  .filter(isServed)
  .map(({ expr }) =>
    expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'firmensuche').replaceAll('$instance', '.+'),
  )

/** Whether the watched server has values for it: it uses no OpenSearch, for which `test/opensearch/outage.test.ts` reads them. */
function isServed({ expr }: { readonly expr: string }): boolean {
  return !expr.includes('firmensuche_opensearch_up')
}

/** Returns why the tests with a program of Prometheus are skipped; `false` if they are not. */
function skipWithout(program: string): string | false {
  const isThere = spawnSync(program, ['--version']).error === undefined
  return !isThere && process.env.CI !== 'true' && `the program ${program} is missing`
}

/** A server that has a value for every metric: a database that it shares, an import, a source, and an e-mail and limits whose servers do not answer. */
async function watchedServer(t: Lifetime) {
  const dataDir = temporaryFolder(t)
  const database = { DATABASE_URL: await emptyDatabase(t) }
  assert.equal((await run(['import', ENTRIES, '--data-dir', dataDir], database)).code, 0)
  const { key } = await makeKey(dataDir, ['--limit', '100000/60s'], database)
  const mail = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'post@suche.example' }
  const server = await startServer(t, dataDir, {
    ...{ ...ONE_THREAD, ...mail, ...database, METRICS_PORT: '0' },
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  for (const command of [
    ['import', ENTRIES],
    ['sources', 'add', 'bulletin', '--file', ENTRIES],
    ['sources', 'run', 'bulletin'],
    ['accounts', 'invite', 'erika@suche.example'],
  ]) {
    const { code, err } = await run([...command, '--data-dir', dataDir], mail)
    assert.equal(code, 0, err)
  }
  for (const deep of [false, true]) await (await search(server.url, key, { name: 'Bau', deep })).arrayBuffer()
  const metricsUrl = /Metrics at (http:\S+)/.exec(server.said())?.[1] ?? ''
  return { metricsUrl, search: () => search(server.url, key, { name: 'Bau' }) }
}

/** Returns the family of a series, which for a histogram has a suffix. */
function familyOf(families: ReadonlyMap<string, ReadFamily>, series: string): ReadFamily | undefined {
  const family = families.get(series) ?? families.get(series.replace(/_(bucket|sum|count)$/, ''))
  return family?.samples.some(({ name }) => name === series) ? family : undefined
}

/** The labels and values by which an expression selects or groups, with the series they belong to. */
function labelsOf(expr: string) {
  const matched = [...expr.matchAll(SELECTOR)].flatMap(([, series = '', matchers = '']) =>
    [...matchers.matchAll(MATCHER)].map(([, label = '', value = '']) => ({ series, label, value })),
  )
  const [series = ''] = expr.match(METRIC) ?? []
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(', ').map((label) => ({ series, label, value: undefined })),
  )
  return [...matched, ...grouped].filter(({ label }) => !ADDED_LABELS.has(label))
}

test('alerts and dashboard use only series, labels and values that a server has', {
  skip: BRIEF || NO_POSTGRES,
}, async (t) => {
  const { metricsUrl } = await watchedServer(t)
  const families = readMetrics(await (await fetch(metricsUrl)).text())
  const expressions = [...alerts.filter(isServed).map(({ expr }) => expr), ...shown]
  for (const expr of expressions) {
    const series = expr.match(METRIC) ?? []
    assert.ok(series.length > 0 || /\bup\{/.test(expr), expr)
    for (const name of series) assert.ok(familyOf(families, name), `${name} in ${expr}`)
    for (const { series: name, label, value } of labelsOf(expr)) {
      const values = familyOf(families, name)!.samples.map(({ labels }) => labels[label])
      assert.ok(value === undefined ? values[0] !== undefined : values.includes(value), `${label} in ${expr}`)
    }
  }
  for (const { expr, legendFormat = '' } of targets.filter(isServed)) {
    const known = [...(expr.match(METRIC) ?? [])].flatMap((name) =>
      Object.keys(familyOf(families, name)!.samples[0]!.labels),
    )
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      assert.ok(ADDED_LABELS.has(label) || known.includes(label), `${label} of ${expr}`)
  }
})

test('the panels of the dashboard have ids of their own and do not overlap', () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const taken = new Map<string, string>()
  for (const {
    title,
    gridPos: { x, y, w, h },
  } of panels) {
    assert.ok(x + w <= 24, title)
    for (let column = x; column < x + w; column++) {
      for (let line = y; line < y + h; line++) {
        const place = `${column} ${line}`
        assert.equal(taken.get(place), undefined, title)
        taken.set(place, title)
      }
    }
  }
})

test('every alert has a section of docs/runbook.md, and every section an alert', () => {
  const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')
  const begins = { critical: 'Critical. ', warning: 'Warning. ', info: 'Information. ' }
  const sections = new Map(
    runbook
      .split('\n## ')
      .slice(1)
      .map((text) => [text.split('\n')[0]!, text]),
  )
  assert.deepEqual([...sections.keys()].toSorted(), alerts.map(({ alert }) => alert).toSorted())
  for (const { alert, labels, annotations } of alerts) {
    assert.ok(annotations.summary !== '' && annotations.action !== '', alert)
    assert.equal(annotations.docs, `docs/runbook.md#${alert.toLowerCase()}`)
    const section = sections.get(alert)!
    assert.ok(section.startsWith(`${alert}\n\n${begins[labels.severity]}`), section)
    assert.match(section, /\n- \*\*Why:\*\* .+\n- \*\*Do:\*\* ./, alert)
  }
})

test('every alert fires on the node that has the fault, and not on the other', {
  skip: BRIEF || skipWithout('promtool'),
}, () => {
  const { tests } = parse(readFileSync(ALERTS_TEST, 'utf8')) as {
    tests: readonly {
      input_series: readonly { series: string }[]
      alert_rule_test: readonly { alertname: string; exp_alerts: readonly unknown[] }[]
    }[]
  }
  const tested = tests.map(({ input_series, alert_rule_test: [rule] }) => {
    assert.equal(rule?.exp_alerts.length, 1)
    for (const node of ['bad', 'good'])
      assert.ok(
        input_series.some(({ series }) => series.includes(`instance="${node}"`)),
        rule.alertname,
      )
    return rule.alertname
  })
  assert.deepEqual(
    tested,
    alerts.map(({ alert }) => alert),
  )
  assert.match(execFileSync('promtool', ['check', 'rules', ALERTS]).toString(), /SUCCESS/)
  assert.match(execFileSync('promtool', ['test', 'rules', ALERTS_TEST]).toString(), /SUCCESS/)
})

test('a Prometheus that reads a server and the alerts has a value for every panel of the dashboard', {
  skip: BRIEF || skipWithout('prometheus') || NO_POSTGRES,
  timeout: 120_000,
}, async (t) => {
  const watched = await watchedServer(t)
  const folder = temporaryFolder(t)
  const config = join(folder, 'prometheus.yml')
  const job = `{ job_name: firmensuche, static_configs: [{ targets: ['${new URL(watched.metricsUrl).host}'] }] }`
  writeFileSync(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ['${ALERTS}']\nscrape_configs: [${job}]\n`,
  )
  const listen = `127.0.0.1:${await freePort()}`
  const paths = [`--config.file=${config}`, `--storage.tsdb.path=${folder}`]
  const child = spawn('prometheus', [...paths, `--web.listen-address=${listen}`], {
    env: cleanEnv(),
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ask = async (path: string) => {
    try {
      const response = await fetch(`http://${listen}/api/v1/${path}`)
      return response.status === 200 ? ((await response.json()) as { data: never }).data : undefined
    } catch (error) {
      assert.equal(child.exitCode, null, String(error))
      return undefined
    }
  }
  const hasValue = async (expr: string) => {
    const data = (await ask(`query?query=${encodeURIComponent(expr)}`)) as { result: unknown[] } | undefined
    return data !== undefined && data.result.length > 0
  }
  for (const expr of shown) {
    if (await hasValue(expr)) continue
    t.diagnostic(`waiting for a value of ${expr}`)
    while (!(await hasValue(expr))) {
      await (await watched.search()).arrayBuffer()
      await sleep(POLL_MS * 10)
    }
  }
  interface Rules {
    readonly groups: readonly { readonly rules: readonly { health: string; state: string; name: string }[] }[]
  }
  const rules = async () =>
    ((await ask('rules')) as Rules | undefined)?.groups.flatMap((group) => group.rules)
  while ((await rules())?.some(({ health }) => health === 'unknown') !== false) await sleep(POLL_MS)
  for (const { name, health, state } of (await rules())!) {
    assert.equal(health, 'ok', name)
    assert.notEqual(state, 'firing', name)
  }
})
