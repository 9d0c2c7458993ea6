/** The contract of every `NameIndex`: docs/search.md, class by class, with examples. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Company, CompanyId, SourceId } from '../../src/core/company/company.ts'
import type { NameIndex } from '../../src/core/search/name-index.ts'
import { HITS_MAX, TOTAL_EXACT_MAX } from '../../src/core/search/name-index.ts'
import { compareSortKeys, SCORE_MIN } from '../../src/names/ranking/rank.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { CourtCode } from '../../src/names/reading/court.ts'
import { UNKNOWN_FORM } from '../../src/names/reading/legal-form.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import type { RegisterKey, RegisterType } from '../../src/names/reading/register-number.ts'
import { formOfRegisterType } from '../../src/names/reading/register-number.ts'
import type { Hit } from '../../src/names/search/page.ts'
import type { SearchQuery } from '../../src/names/search/query.ts'
import type { Status } from '../../src/names/search/status.ts'

/** An index over exactly these companies, ready to be searched. */
export type MakeNameIndex = (companies: readonly Company[]) => NameIndex

interface Example {
  readonly name: string
  readonly status?: Status
  readonly court?: string
  readonly number?: readonly [RegisterType, number, string?]
  readonly seat?: string
  readonly formerNames?: readonly string[]
  readonly otherNames?: readonly string[]
  readonly formerNumbers?: readonly RegisterKey[]
}

/** Returns a register key from its parts. */
export function register(court: string, type: RegisterType, digits: number, suffix = ''): RegisterKey {
  return { country: 'DE', court: court as CourtCode, type, digits, suffix }
}

/** Returns companies for the examples, with unused numbers where an example has none. */
export function companiesFrom(examples: readonly Example[]): Company[] {
  return examples.map((example, i) => {
    const [type, digits, suffix] = example.number ?? ['HRB', 900_000 + i]
    const court = (example.court ?? 'D2601V') as CourtCode
    const key = register(court, type, digits, suffix)
    return {
      uuid: companyUuid(key) as CompanyId,
      name: example.name,
      register: key,
      court,
      status: example.status ?? 'active',
      statusWord: '',
      form: readName(example.name).form ?? formOfRegisterType(type) ?? UNKNOWN_FORM,
      seat: example.seat ?? '',
      address: null,
      registeredOn: null,
      formerNames: (example.formerNames ?? []).map((name) => ({ name, until: null })),
      formerNumbers: (example.formerNumbers ?? []).map((former) => ({ register: former, until: null })),
      events: [],
      otherNames: (example.otherNames ?? []).map((name) => ({
        ...{ name, source: 'test' as SourceId, sourceKey: String(i) },
        kind: 'other' as const,
      })),
      sources: [{ source: 'test' as SourceId, sourceKey: String(i), asOf: '2026-01-01' }],
      factSources: {},
      leis: [],
      subsidiaries: 0,
      updatedAtMs: 0,
    }
  })
}

type Row = readonly [score: number, kind: string, name: string]

function rows(hits: readonly Hit[]): Row[] {
  return hits.map(({ score, kind, record }) => [score, kind, record.name])
}

async function ask(index: NameIndex, name: string, more: Partial<SearchQuery> = {}): Promise<Row[]> {
  return rows((await index.search({ name, deep: false, limit: 100, ...more })).hits)
}

/** Returns the names of all hits of a query, page by page. */
async function namesByPage(index: NameIndex, query: SearchQuery): Promise<string[]> {
  const names: string[] = []
  let page = await index.search(query)
  for (;;) {
    names.push(...page.hits.map(({ record }) => record.name))
    const after = page.hits.at(-1)?.key
    if (!page.more || after === undefined) return names
    page = await index.search({ ...query, after })
  }
}

/** Registers the tests of a name index. */
export function nameIndexContract(title: string, make: MakeNameIndex): void {
  const over = (...examples: readonly (Example | string)[]) =>
    make(companiesFrom(examples.map((one) => (typeof one === 'string' ? { name: one } : one))))

  describe(`${title} as a name index: corrections`, () => {
    it('corrects one typo in a word or in the prefix at the end, and nothing else', async () => {
      const index = over('Siemens AG', 'Volkswagen Leasing GmbH')
      assert.deepEqual(await index.corrections('Simens'), ['siemens'])
      assert.deepEqual(await index.corrections('Volkswagn Le'), ['volkswagen le'])
      assert.deepEqual(await index.corrections('Volkswagen Laes'), ['volkswagen leas'])
      for (const text of ['Siemens', 'Simns', 'Volkswagn Laes', 'S', '!', ''])
        assert.deepEqual(await index.corrections(text), [], text)
    })
  })

  describe(`${title} as a name index: order of a normal search`, () => {
    it('counts a word once if the query has it both alone and in a joined word', async () => {
      const index = over('Zander IT, IT-Lösungen für Dialog GmbH')
      assert.deepEqual(await ask(index, 'Zander IT, IT-Lösungen GmbH'), [
        [74, 'words', 'Zander IT, IT-Lösungen für Dialog GmbH'],
      ])
    })

    it('sorts hits: same name and form, form missing or different, other order, longer names, prefixes', async () => {
      const index = over(
        'Metallbauer Müller GmbH',
        'Müller Metallbau Transport und Handel GmbH',
        'Müller Metallbau Transport GmbH',
        'Metallbau Müller GmbH',
        'Müller Metallbau KG',
        'Mueller Metallbau Gesellschaft mit beschränkter Haftung',
        'Müller Metallbauer Handel GmbH',
        'Schmidt Metallbau GmbH',
      )
      assert.deepEqual(await ask(index, 'Müller Metallbau GmbH'), [
        [100, 'exact', 'Mueller Metallbau Gesellschaft mit beschränkter Haftung'],
        [90, 'form', 'Müller Metallbau KG'],
        [88, 'words', 'Metallbau Müller GmbH'],
        [85, 'words', 'Müller Metallbau Transport GmbH'],
        [73, 'words', 'Müller Metallbau Transport und Handel GmbH'],
        [80, 'prefix', 'Metallbauer Müller GmbH'],
        [73, 'prefix', 'Müller Metallbauer Handel GmbH'],
      ])
    })

    it('puts a name without form first if the query has none, then names with a form', async () => {
      const index = over({ name: 'Nordlicht GmbH' }, { name: 'Nordlicht', number: ['HRA', 5] })
      assert.deepEqual(await ask(index, 'nordlicht'), [
        [100, 'exact', 'Nordlicht'],
        [95, 'form', 'Nordlicht GmbH'],
      ])
    })

    it('breaks ties by the queried form, then active status, then fewer characters, then uuid', async () => {
      const examples: Example[] = [
        { name: 'Adler Handel KG' },
        { name: 'Adler Handels-Kontor GmbH', status: 'liquidation' },
        { name: 'Adler Transporte GmbH' },
        { name: 'Adler Bau GmbH' },
        { name: 'Adler Bus GmbH' },
        { name: 'Adler Bad GmbH', status: 'insolvency' },
      ]
      const found = (await ask(make(companiesFrom(examples)), 'Adler GmbH')).map(([, , name]) => name)
      const twins = ['Adler Bau GmbH', 'Adler Bus GmbH']
      assert.deepEqual(found.slice(0, 2).sort(), twins)
      assert.deepEqual(found.slice(2), [
        'Adler Transporte GmbH',
        'Adler Bad GmbH',
        'Adler Handel KG',
        'Adler Handels-Kontor GmbH',
      ])
      const uuids = (
        await make(companiesFrom(examples)).search({ name: 'Adler GmbH', deep: false, limit: 2 })
      ).hits.map((hit) => hit.record.uuid)
      assert.deepEqual(uuids, [...uuids].sort())
    })

    it('puts forms of the kind of the queried one before those of other kinds, whatever else decides ties', async () => {
      const index = over(
        { name: 'Krenzer GmbH' },
        { name: 'Krenzer GmbH & Co. KG', number: ['HRA', 3] },
        { name: 'Krenzer e.K.', number: ['HRA', 2] },
        { name: 'Krenzer OHG', number: ['HRA', 1], status: 'liquidation' },
        { name: 'Krenzer Bau AG' },
        { name: 'Krenzer Bauhandel OHG', number: ['HRA', 4], status: 'insolvency' },
      )
      const expected = [
        'Krenzer GmbH & Co. KG',
        'Krenzer OHG',
        'Krenzer e.K.',
        'Krenzer GmbH',
        'Krenzer Bauhandel OHG',
        'Krenzer Bau AG',
      ]
      assert.deepEqual(await namesByPage(index, { name: 'Krenzer KG', deep: false, limit: 1 }), expected)
      assert.deepEqual(await namesByPage(index, { name: 'Krenzer', deep: false, limit: 1 }), [
        ...['Krenzer e.K.', 'Krenzer GmbH', 'Krenzer GmbH & Co. KG', 'Krenzer OHG'],
        ...['Krenzer Bau AG', 'Krenzer Bauhandel OHG'],
      ])
      const similar = await namesByPage(index, { name: 'Krenzner KG', deep: true, limit: 1 })
      assert.deepEqual(similar.slice(0, 4), expected.slice(0, 4))
    })

    it('reads a hyphen as a space and as nothing, but a space never as nothing', async () => {
      const index = over('Müller-Bau GmbH')
      for (const name of ['Müller-Bau', 'Müller Bau', 'Müllerbau', 'MUELLERBAU', 'Müllerba', 'Bau Müller']) {
        assert.equal((await ask(index, name)).length, 1, name)
      }
      assert.deepEqual(await ask(over('Müllerbau GmbH'), 'Müller Bau'), [])
      assert.deepEqual(await ask(over('Müller Bau GmbH'), 'Müllerbau'), [])
      assert.deepEqual(await ask(over('Müllerbau GmbH'), 'Müller-Bau GmbH'), [
        [100, 'exact', 'Müllerbau GmbH'],
      ])
    })

    it('reads a hyphen before GmbH like one before Gesellschaft mbH', async () => {
      const spellings = [
        'Adler Bau-GmbH',
        'Adler Bau-Gesellschaft mbH',
        'Adler Bau-Gesellschaft mit beschränkter Haftung',
      ]
      for (const name of spellings) {
        for (const asked of spellings)
          assert.deepEqual(await ask(over(name), asked), [[100, 'exact', name]], `${asked}: ${name}`)
      }
      assert.deepEqual(await ask(over('Adler Bau GmbH'), 'Adler Bau-Gesellschaft mbH'), [
        [100, 'exact', 'Adler Bau GmbH'],
      ])
    })

    it('tolerates no error and no missing word, and finds no former name', async () => {
      const index = over({ name: 'Sonnenschein Reisen GmbH', formerNames: ['Regenbogen Reisen GmbH'] })
      for (const name of ['Sonnenschien Reisen', 'Sonnenschein Reisen Berlin', 'Regenbogen Reisen']) {
        assert.deepEqual(await ask(index, name), [], name)
      }
    })

    it('finds other names of today in deep search only, like former names, and says so', async () => {
      const index = over({
        name: 'Sonnenschein Reisen GmbH',
        formerNames: ['Regenbogen Reisen GmbH', 'Alt'],
        otherNames: ['Sunshine Travel GmbH', 'Alt', 'Sonnenschein Reisen GmbH'],
      })
      assert.deepEqual(await ask(index, 'Sunshine Travel'), [])
      const found = async (name: string, former?: 'only' | 'exclude') => {
        const question = { name, deep: true, limit: 10, ...(former && { former }) }
        const { hits } = await index.search(question)
        return hits.map((hit) => [hit.score, hit.kind, hit.matchedName, hit.matchedOn, ...hit.reasons])
      }
      const hit = [94, 'former', 'Sunshine Travel GmbH', 'other_name', 'same_name', 'other_name']
      assert.deepEqual(await found('Sunshine Travel GmbH'), [hit])
      assert.deepEqual(await found('Sunshine Travel GmbH', 'exclude'), [hit])
      assert.deepEqual(await found('Sunshine Travel GmbH', 'only'), [])
      assert.equal((await found('Alt'))[0]?.[3], 'former_name')
      assert.equal((await found('Sunschine Travel GmbH'))[0]?.[3], 'other_name')
    })

    it('finds a company by one letter, by digits in its name, and nothing by punctuation', async () => {
      const index = over('TSV 1860 München e.V.')
      assert.equal((await ask(index, 't')).length, 1)
      assert.equal((await ask(index, '1860')).length, 1)
      for (const name of ['', '!', '- & .']) assert.equal((await ask(index, name)).length, 0, name)
    })
  })

  describe(`${title} as a name index: status and filters`, () => {
    const examples: Example[] = [
      { name: 'Falke Alt GmbH', status: 'removed', number: ['HRB', 77] },
      { name: 'Falke Neu GmbH', seat: 'Köln', court: 'R3306' },
      { name: 'Falke Sport e.V.', number: ['VR', 12] },
      { name: 'Falke Rest GmbH', status: 'liquidation' },
    ]
    const names = (found: readonly Row[]) => found.map(([, , name]) => name).sort()

    it('omits removed companies from a normal search unless it is for their number', async () => {
      const index = make(companiesFrom(examples))
      assert.deepEqual(names(await ask(index, 'Falke')), [
        'Falke Neu GmbH',
        'Falke Rest GmbH',
        'Falke Sport e.V.',
      ])
      assert.deepEqual(await ask(index, 'HRB 77'), [[100, 'number', 'Falke Alt GmbH']])
    })

    it('finds exactly the requested statuses, in both modes, numbers included', async () => {
      const index = make(companiesFrom(examples))
      for (const deep of [false, true]) {
        assert.deepEqual(names(await ask(index, 'Falke', { deep, status: ['removed'] })), ['Falke Alt GmbH'])
        assert.deepEqual(await ask(index, 'HRB 77', { deep, status: ['active'] }), [])
      }
    })

    it('filters by form, register type, court and seat; an empty list finds nothing', async () => {
      const index = make(companiesFrom(examples))
      assert.deepEqual(names(await ask(index, 'Falke', { legalForm: ['e.V.'] })), ['Falke Sport e.V.'])
      assert.deepEqual(names(await ask(index, 'Falke', { registerType: ['VR'] })), ['Falke Sport e.V.'])
      assert.deepEqual(names(await ask(index, 'Falke', { court: ['R3306'] })), ['Falke Neu GmbH'])
      assert.deepEqual(names(await ask(index, 'Falke', { city: ['koeln'] })), ['Falke Neu GmbH'])
      assert.deepEqual(await ask(index, 'Falke', { court: [] }), [])
      assert.deepEqual(await ask(index, 'Falke', { city: ['nirgends'] }), [])
    })
  })

  describe(`${title} as a name index: deep search`, () => {
    it('returns the hits of the normal search first, then removed companies of the same name, former names, and removed companies by words', async () => {
      const index = over(
        { name: 'Kranich Logistik Nord GmbH' },
        { name: 'Kranich Logistik GmbH', status: 'removed' },
        { name: 'Kranich Logistik KG', status: 'removed' },
        { name: 'Storch Spedition GmbH', formerNames: ['Kranich Logistik GmbH'] },
        { name: 'Kranich Logistik Süd GmbH', status: 'removed' },
        { name: 'Reiher AG', formerNames: ['Alte Reiher AG', 'Reiher Kranich Logistik AG'] },
      )
      assert.deepEqual(await ask(index, 'Kranich Logistik GmbH', { deep: true }), [
        [85, 'words', 'Kranich Logistik Nord GmbH'],
        [100, 'exact', 'Kranich Logistik GmbH'],
        [94, 'former', 'Storch Spedition GmbH'],
        [90, 'form', 'Kranich Logistik KG'],
        [80, 'former', 'Kranich Logistik Süd GmbH'],
        [80, 'former', 'Reiher AG'],
      ])
    })

    it('returns the former name that matched', async () => {
      const index = over({ name: 'Storch GmbH', formerNames: ['Alt GmbH', 'Kranich GmbH'] })
      const [hit] = (await index.search({ name: 'Kranich', deep: true, limit: 5 })).hits
      assert.deepEqual(
        [hit?.matchedName, hit?.matchedOn, hit?.reasons],
        ['Kranich GmbH', 'former_name', ['same_name', 'form_missing', 'former_name']],
      )
    })

    it('scores a former name by its likeness if the query repeats a word and so contains more than the name', async () => {
      const index = over({ name: 'Storch GmbH', formerNames: ['Munich-M'] })
      const [hit] = (await index.search({ name: 'M Munich- M', deep: true, limit: 5 })).hits
      assert.deepEqual([hit?.score, hit?.reasons], [85, ['slip', 'joined_words', 'former_name']])
    })

    it('finds a former name by the beginning of its last word, without removed companies in the index', async () => {
      const index = over({ name: 'Storch GmbH', formerNames: ['Kranich Gesellschaftsbau', 'Fink'] })
      assert.deepEqual(await ask(index, 'Kranich Gesell', { deep: true }), [[69, 'former', 'Storch GmbH']])
    })

    it('omits only similar names if a strict search is requested', async () => {
      const index = over('Kranich GmbH', 'Kranisch GmbH', {
        name: 'Storch GmbH',
        formerNames: ['Kranich Bau'],
      })
      const all = await ask(index, 'Kranich', { deep: true })
      assert.deepEqual(
        all.map(([, kind]) => kind),
        ['form', 'spelling', 'former'],
      )
      const strict = await ask(index, 'Kranich', { deep: true, isStrict: true })
      assert.deepEqual(
        strict,
        all.filter(([, kind]) => kind !== 'spelling'),
      )
    })

    it('finds names with other initials, however little of the query the rest of them is', async () => {
      const index = over('K & W Elektrobau GmbH', 'K & W Elektrobau KG')
      assert.deepEqual(await ask(index, 'KEB Elektrobau GmbH', { deep: true, minScore: SCORE_MIN }), [
        [50, 'partial', 'K & W Elektrobau GmbH'],
      ])
    })

    it('continues a page after a company with two matching names without losing a hit', async () => {
      const index = over(
        { name: 'Storch GmbH', formerNames: ['Kranich Nord', 'Kranich Süd'] },
        { name: 'Adler GmbH', formerNames: ['Kranich Ost', 'Falke'] },
        { name: 'Fischreiher GmbH', formerNames: ['Kranich West'] },
        { name: 'Milan AG', formerNames: ['Kranich Mitte Ost'] },
      )
      const first = (await index.search({ name: 'Kranich', deep: true, limit: 1 })).hits
      const after = first[0]?.key
      const rest = (await index.search({ name: 'Kranich', deep: true, limit: 9, ...(after && { after }) }))
        .hits
      assert.deepEqual(rows([...first, ...rest]), [
        [80, 'former', 'Adler GmbH'],
        [80, 'former', 'Storch GmbH'],
        [80, 'former', 'Fischreiher GmbH'],
        [69, 'former', 'Milan AG'],
      ])
    })

    it('returns a company once, at its best position', async () => {
      const index = over({ name: 'Kranich GmbH', formerNames: ['Kranich Logistik GmbH', 'Kranich KG'] })
      assert.deepEqual(await ask(index, 'Kranich', { deep: true }), [[95, 'form', 'Kranich GmbH']])
    })
  })

  describe(`${title} as a name index: register numbers`, () => {
    const examples: Example[] = [
      { name: 'Eins GmbH', court: 'D2601V', number: ['HRB', 12345] },
      { name: 'Zwei GmbH', court: 'F1103R', number: ['HRB', 12345], status: 'removed' },
      { name: 'Drei KG', court: 'D2601V', number: ['HRA', 12345] },
      {
        name: 'Vier GmbH',
        court: 'F1103R',
        number: ['HRB', 4],
        formerNumbers: [register('D2601V', 'HRB', 99)],
      },
      { name: 'Fünf GmbH', court: 'X1112R', number: ['HRB', 5, 'FL'] },
      { name: 'Sechs GmbH', court: 'X1112R', number: ['HRB', 5, 'NI'] },
      { name: '12345 Sieben GmbH' },
    ]
    const found = async (name: string, more: Partial<SearchQuery> = {}) =>
      (await ask(make(companiesFrom(examples)), name, more)).map(([, , one]) => one)

    it('finds one company for a full number in any spelling', async () => {
      for (const name of [
        'HRB 12345 München',
        'Amtsgericht München HRB 12345',
        'DED2601V.HRB12345',
        'D2601V_HRB12345',
      ]) {
        assert.deepEqual(await found(name), ['Eins GmbH'], name)
      }
    })

    it('finds the number at every court if the query has no court', async () => {
      assert.deepEqual(await found('hrb12345'), ['Eins GmbH', 'Zwei GmbH'])
    })

    it('ignores the suffix of Berlin, but not those of Schleswig-Holstein', async () => {
      assert.deepEqual(await found('HRB 12345 B Charlottenburg'), ['Zwei GmbH'])
      assert.deepEqual(await found('HRB 12345 Charlottenburg'), ['Zwei GmbH'])
      assert.deepEqual(await found('HRB 5 FL Flensburg'), ['Fünf GmbH'])
      assert.deepEqual((await found('HRB 5 Flensburg')).sort(), ['Fünf GmbH', 'Sechs GmbH'])
    })

    it('finds former numbers in both modes, with the reason', async () => {
      for (const deep of [false, true]) {
        const page = await make(companiesFrom(examples)).search({ name: 'HRB 99', deep, limit: 5 })
        assert.deepEqual(rows(page.hits), [[100, 'number', 'Vier GmbH']])
        assert.deepEqual(page.hits[0]?.reasons, ['former_number'])
      }
    })

    it('reads digits alone as words first, then as the number of every court', async () => {
      assert.deepEqual(await found('12345'), ['12345 Sieben GmbH', 'Drei KG', 'Eins GmbH', 'Zwei GmbH'])
    })
  })

  describe(`${title} as a name index: pages`, () => {
    const many = (count: number, name: (i: number) => string) =>
      make(companiesFrom(Array.from({ length: count }, (_, i) => ({ name: name(i) }))))
    const spell = (i: number) =>
      i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)

    it('returns every hit once through all pages, for any page size', async () => {
      const index = many(
        300,
        (i) => `Amsel ${spell(i)} ${i % 3 === 0 ? 'Amselhof' : ''} ${i % 2 === 0 ? 'GmbH' : 'KG'}`,
      )
      const whole = (await index.search({ name: 'Amsel GmbH', deep: true, limit: 300 })).hits
      assert.equal(whole.length, 300)
      for (let i = 1; i < whole.length; i++) {
        assert.ok(compareSortKeys((whole[i - 1] as Hit).key, (whole[i] as Hit).key) < 0)
      }
      const walked: Hit[] = []
      for (let more = true; more; ) {
        const after = walked.at(-1)?.key
        const limit = 1 + (walked.length % 37)
        const page = await index.search({ name: 'Amsel GmbH', deep: true, limit, ...(after && { after }) })
        walked.push(...page.hits)
        more = page.more
      }
      assert.deepEqual(walked, whole)
    })

    it(`counts exactly up to ${TOTAL_EXACT_MAX}`, async () => {
      for (const [count, isExact] of [
        [TOTAL_EXACT_MAX, true],
        [TOTAL_EXACT_MAX + 1, false],
      ] as const) {
        const page = await many(count, (i) => `Amsel ${spell(i)}`).search({
          name: 'Amsel',
          deep: false,
          limit: 3,
        })
        assert.deepEqual([page.total, page.totalIsExact, page.truncated], [TOTAL_EXACT_MAX, isExact, false])
      }
    })

    it(`ends after ${HITS_MAX} hits and says whether there are more`, async () => {
      for (const [count, isTruncated] of [
        [HITS_MAX, false],
        [HITS_MAX + 1, true],
      ] as const) {
        const index = many(count, (i) => `Amsel ${spell(i)}`)
        assert.equal((await index.search({ name: 'Amsel', deep: false, limit: 1 })).truncated, isTruncated)
        const all = await index.search({ name: 'Amsel', deep: false, limit: HITS_MAX + 5 })
        assert.deepEqual([all.hits.length, all.more, all.truncated], [HITS_MAX, false, isTruncated])
        const after = (all.hits.at(-1) as Hit).key
        assert.deepEqual((await index.search({ name: 'Amsel', deep: false, limit: 1, after })).hits, [])
      }
    })
  })
}
