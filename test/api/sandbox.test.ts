/**
 * Test keys see only the sandbox and live keys only the register, on every route; the sandbox never changes.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { collectUsage } from '../../src/adapters/shared-memory/usage.ts'
import type { KeyKind } from '../../src/core/access/key-kind.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import { uuidOf } from '../../src/core/sandbox/fill-sandbox.ts'
import { SANDBOX_COMPANIES, SANDBOX_SUPPRESSED } from '../../src/core/sandbox/sandbox-companies.ts'
import { requiresKey } from '../../src/http/request/route.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { LEGAL_FORMS } from '../../src/names/reading/legal-form.ts'
import { germanKey, REGISTER_TYPES } from '../../src/names/reading/register-number.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import { openSandbox } from '../../src/server/compose/sandbox.ts'
import { openService, type Service } from './start-service.ts'

const FROZEN = join(import.meta.dirname, '../fixtures/sandbox-register.tsv')
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const KINDS = ['live', 'test'] as const satisfies readonly KeyKind[]
/** Companies of one register whose names and numbers keys of the other kind ask for. */
const ASKED_NAMES = 200
/** Companies of each register that the calls ask for. */
const NAMES = { live: 'Adler', test: 'Sandbox' }

interface Asked {
  /** The route that answers. */
  readonly id: string
  readonly url: string
  readonly body?: unknown
  readonly accept?: string
}

const service = await openService()
const auth = (kind: KeyKind) => ({ authorization: `Bearer ${service.key({ kind }).secret}` })
const authOf = { live: auth('live'), test: auth('test') }
const idsOf = { live: allIds(service.companies), test: allIds(service.sandbox.companies) }

/** Every id that stands for a company, or for one that may not be shown. */
function allIds(companies: Service['companies']): ReadonlySet<string> {
  const shown = [...companies.readAll(1000)].flat()
  const aliases = companies.changes(0, 10_000).map(({ uuid }) => uuid)
  return new Set<string>([...shown.map(({ uuid }) => uuid), ...aliases])
}

function ask(kind: KeyKind, { url, body, accept }: Omit<Asked, 'id'>) {
  return service.server.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { ...authOf[kind], ...(accept !== undefined && { accept }) },
    ...(body !== undefined && { payload: body as object }),
  })
}

/** Returns a request of every kind for companies of one register. */
function questionsAbout(kind: KeyKind): readonly Asked[] {
  const name = NAMES[kind]
  const [uuid] = idsOf[kind]
  const { register } = [...companiesOf(kind).readAll(1)][0]![0]!
  const number = `${register.type} ${germanKey(register).digits}`
  const include = ['match', 'address', 'history', 'source']
  const search = '/api/v1/companies/search/'
  return [
    { id: 'getEntryPoint', url: '/api/v1' },
    { id: 'searchCompanies', url: search, body: { name } },
    { id: 'searchCompanies', url: search, body: { name, deep: true, include, limit: 100 } },
    { id: 'searchCompanies', url: search, body: { name: number } },
    { id: 'countCompanies', url: `${search}facets`, body: { name, deep: true } },
    {
      id: 'matchCompanies',
      url: `${search}batch`,
      body: [{ name }, { registration_number: number, deep: true }],
    },
    { id: 'suggestCompanies', url: `/api/v1/companies/suggest?q=${name}` },
    { id: 'listCompanies', url: '/api/v1/companies?limit=100' },
    { id: 'listCompanies', url: '/api/v1/companies?limit=1000&sort=name', accept: 'text/csv' },
    {
      id: 'listCompanies',
      url: '/api/v1/companies?limit=1000&sort=-updated_at',
      accept: 'application/x-ndjson',
    },
    { id: 'getCompany', url: `/api/v1/companies/${uuid}` },
    { id: 'listChanges', url: '/api/v1/changes?limit=1000' },
    { id: 'getUsage', url: '/api/v1/usage' },
    { id: 'getReference', url: '/api/v1/reference' },
    { id: 'listSources', url: '/api/v1/sources' },
  ]
}

function companiesOf(kind: KeyKind) {
  return kind === 'live' ? service.companies : service.sandbox.companies
}

describe('a key of either kind', () => {
  it('is required by every route in the following tests', () => {
    // Jobs that match lists: matches.test.ts; watch lists and webhooks: watches.test.ts.
    const isElsewhere = /^\/api\/v1\/(?:matches|watches|webhooks)/
    const routes = apiRoutes().filter((route) => requiresKey(route) && !isElsewhere.test(route.path))
    const asked = new Set(questionsAbout('live').map(({ id }) => id))
    assert.deepEqual(routes.map(({ id }) => id).toSorted(), [...asked].toSorted())
  })

  it('finds companies of its own register only, on every route', async () => {
    for (const kind of KINDS) {
      const own = KINDS.flatMap((about) => questionsAbout(about).map((asked) => ({ ...asked, about })))
      for (const { id, about, ...asked } of own) {
        const { statusCode, body, headers } = await ask(kind, asked)
        const isForeignId = id === 'getCompany' && about !== kind
        assert.equal(statusCode, isForeignId ? 404 : 200, `${kind} ${asked.url}: ${body}`)
        const uuids = `${body} ${headers.location ?? ''}`.match(UUID) ?? []
        const foreign = uuids.filter((uuid) => !idsOf[kind].has(uuid))
        assert.deepEqual(foreign, [], `${kind} ${asked.url}`)
        const isAboutCompanies =
          /companies|changes/.test(asked.url) && id !== 'countCompanies' && about === kind
        assert.equal(uuids.length > 0 || !isAboutCompanies, true, `${kind} ${asked.url} finds something`)
      }
    }
    for (const uuid of idsOf.test) assert.equal(idsOf.live.has(uuid), false)
  })

  it('finds nothing by the names and numbers of the other register, with any search', async () => {
    for (const kind of KINDS) {
      const other = kind === 'live' ? 'test' : 'live'
      for (const { name, register } of [...companiesOf(other).readAll(1000)].flat().slice(0, ASKED_NAMES)) {
        const number = `${register.type} ${germanKey(register).digits}`
        const q = encodeURIComponent(name.slice(0, 100))
        const answers = [
          await ask(kind, { url: '/api/v1/companies/search/', body: { name, deep: true } }),
          await ask(kind, {
            url: '/api/v1/companies/search/batch',
            body: [{ name, deep: true }, { registration_number: number }],
          }),
          await ask(kind, { url: `/api/v1/companies/suggest?q=${q}` }),
        ]
        for (const { statusCode, body } of answers) {
          assert.equal(statusCode, 200, body)
          const foreign = body.match(UUID)?.filter((uuid) => !idsOf[kind].has(uuid)) ?? []
          assert.deepEqual(foreign, [], name)
        }
      }
    }
  })

  it('lists its whole register, and another key of its kind continues with the same cursor', async () => {
    for (const kind of KINDS) {
      const seen: string[] = []
      let next: string | undefined = ''
      while (next !== undefined) {
        const cursor = next === '' ? '' : `&cursor=${next}`
        const { headers, json } = await ask(kind, { url: `/api/v1/companies?limit=40${cursor}` })
        const rows: { uuid: string }[] = json()
        seen.push(...rows.map(({ uuid }) => uuid))
        next = headers['x-next-cursor'] as string | undefined
      }
      assert.equal(seen.length, companiesOf(kind).count())
      assert.equal(new Set(seen).size, seen.length)
    }
  })

  it('receives its kind and the data sets of its own register', async () => {
    for (const kind of KINDS) {
      assert.equal((await ask(kind, { url: '/api/v1' })).json().key.kind, kind)
      const sources: { source: string }[] = (await ask(kind, { url: '/api/v1/sources' })).json()
      assert.deepEqual(
        sources.map(({ source }) => source),
        [kind === 'test' ? 'sandbox' : 'offeneregister'],
      )
    }
  })

  it('is counted in the usage, and has the default limits', async () => {
    const { secret, key } = service.key({ kind: 'test', limit: 'default' })
    const headers = { authorization: `Bearer ${secret}` }
    collectUsage(service.block, 0)
    const answer = await service.server.inject({ url: '/api/v1/companies', headers })
    assert.equal(answer.headers['ratelimit-policy'], '"default";q=600;w=300, "burst";q=20;w=1')
    const counts = collectUsage(service.block, 0).map((row) => [row.key, row.requests])
    assert.deepEqual(counts, [[key.id, 1]])
  })
})

describe('the sandbox', () => {
  it('has fixed companies: ids, numbers and names never change', () => {
    const frozen = readFileSync(FROZEN, 'utf8').trimEnd().split('\n')
    const shown = new Map([...openSandbox().companies.readAll(1000)].flat().map((each) => [each.uuid, each]))
    const now = SANDBOX_COMPANIES.map(({ sourceKey }) => {
      const uuid = uuidOf(sourceKey)
      return [uuid, sourceKey, shown.get(uuid)?.name ?? 'suppressed'].join('\t')
    })
    // Whoever adds a company freezes it here; none is ever changed or taken out.
    assert.deepEqual(now.toSorted(), frozen.toSorted())
  })

  it('is the same on every thread, including times and cursors', () => {
    const [one, other] = [openSandbox(), openSandbox()].map(({ companies }) => ({
      all: [...companies.readAll(1000)].flat(),
      changes: companies.changes(0, 1000),
      sources: companies.sources(),
    }))
    assert.deepEqual(one, other)
  })

  it('has every status, legal form and register type', () => {
    const all = [...openSandbox().companies.readAll(1000)].flat()
    const missing = (codes: readonly string[], of: (company: (typeof all)[number]) => string) =>
      codes.filter((code) => !all.some((company) => of(company) === code))
    assert.deepEqual(
      missing(STATUSES, ({ status }) => status),
      [],
    )
    assert.deepEqual(
      missing(REGISTER_TYPES, ({ register }) => register.type),
      [],
    )
    const forms = LEGAL_FORMS.map(({ code }) => code)
    // A foundation stands in no register that is kept here; its form is known for `Stiftung & Co. KG` alone.
    assert.deepEqual(
      missing(forms, ({ form }) => form),
      ['Stiftung'],
    )
  })

  it('has numbers that no register assigns, so that its ids are no real company’s', () => {
    for (const { sourceKey } of SANDBOX_COMPANIES) assert.match(sourceKey, /_[A-Za-z]+999000\d{3}[A-Z]*$/)
  })

  it('is not affected by suppressions', async () => {
    const uuid = uuidOf(SANDBOX_COMPANIES[0]!.sourceKey)
    const trace = commandLineTrace(0)
    await assert.rejects(service.needs.sendCommand('suppress', { trace, uuid, reason: 'test' }), {
      code: 'not_found',
    })
    assert.deepEqual(
      service.sandbox.companies.suppressions().map((each) => each.uuid),
      SANDBOX_SUPPRESSED.map(uuidOf),
    )
    assert.deepEqual(service.companies.suppressions(), [])
  })
})
