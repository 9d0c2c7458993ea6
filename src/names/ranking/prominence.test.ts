import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVENT_KINDS } from '../../core/company/company-event.ts'
import type { FormCode } from '../reading/legal-form.ts'
import {
  formPoints,
  POINT_STEPS,
  PROMINENCE_MAX,
  type ProminentFacts,
  pointsOfNumber,
  prominenceOf,
  prominenceParts,
  yearsInRegister,
} from './prominence.ts'

const PLAIN: ProminentFacts = { form: 'GmbH' as FormCode, sources: [] }
const events = (...kinds: readonly (typeof EVENT_KINDS)[number][]) => kinds.map((kind) => ({ kind }))
const seenOn = (...days: readonly string[]) => days.map((asOf) => ({ asOf }))

describe('prominence', () => {
  it('is the sum of the points of its parts, which are the stored facts', () => {
    const facts: ProminentFacts = {
      form: 'AG' as FormCode,
      leis: [{ status: 'LAPSED' }, { status: 'ISSUED' }],
      subsidiaries: 7,
      registeredOn: '1970-05-06',
      formerNames: ['Adler GmbH', 'Adler KG'],
      sources: seenOn('', '2020-05-06', '2018-01-01'),
      events: events(
        'transformation',
        'documents_filed',
        'removal_announced',
        'announcement',
        'documents_filed',
      ),
    }
    const parts = prominenceParts(facts)
    assert.deepEqual(
      parts.map(({ fact, value, points }) => `${fact} ${value}: ${points}`),
      [
        'legal_form AG: 9',
        'lei ISSUED: 2',
        'subsidiaries 7: 4',
        'years_in_register 50: 2',
        'announcements 4: 6',
        'documents_filed 2: 3',
        'former_names 2: 3',
      ],
    )
    assert.equal(
      prominenceOf(facts),
      parts.reduce((sum, { points }) => sum + points, 0),
    )
    assert.ok(prominenceOf(facts) < PROMINENCE_MAX)
  })

  it('is at most 31, whatever the sum', () => {
    const facts = {
      ...{ form: 'SE' as FormCode, leis: [{ status: 'ISSUED' }], subsidiaries: 100 },
      ...{ registeredOn: '1900-01-01', sources: seenOn('2026-01-01'), formerNames: ['Adler AG', 'Adler'] },
      events: Array.from({ length: 4 }, () => ({ kind: 'documents_filed' })),
    }
    const sum = prominenceParts(facts).reduce((total, { points }) => total + points, 0)
    assert.deepEqual([sum, prominenceOf(facts), PROMINENCE_MAX], [34, 31, 31])
  })

  it('tells the form alone of a company of which nothing else is stored', () => {
    const parts = [{ fact: 'legal_form', value: 'GmbH', points: 0 }]
    assert.deepEqual(prominenceParts(PLAIN), parts)
    const none = { leis: [], subsidiaries: 0, registeredOn: null, events: [], formerNames: [] }
    assert.deepEqual(prominenceParts({ ...PLAIN, ...none }), parts)
    assert.equal(prominenceOf({ ...PLAIN, ...none }), 0)
  })

  it('counts an LEI in force alone', () => {
    const pointsOf = (status: string) => prominenceOf({ ...PLAIN, leis: [{ status }] })
    const states = ['ISSUED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL', 'LAPSED', 'RETIRED', 'MERGED', '']
    assert.deepEqual(states.map(pointsOf), [2, 2, 2, 0, 0, 0, 0])
    assert.deepEqual(prominenceParts({ ...PLAIN, leis: [{ status: 'LAPSED' }] }).at(-1), {
      ...{ fact: 'lei', value: 'LAPSED', points: 0 },
    })
  })

  it('counts no announced removal', () => {
    assert.equal(prominenceOf({ ...PLAIN, events: events('removal_announced', 'removal_announced') }), 0)
    for (const kind of EVENT_KINDS) {
      const isCounted = prominenceOf({ ...PLAIN, events: events(kind) }) > 0
      assert.equal(isCounted, kind !== 'removal_announced', kind)
    }
  })

  it('does not count the first announcement of a form with points', () => {
    const pointsOf = (form: string, count: number) => {
      const filed = events(...Array<'documents_filed'>(count).fill('documents_filed'))
      return prominenceOf({ ...PLAIN, form: form as FormCode, events: filed }) - formPoints(form as FormCode)
    }
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((count) => pointsOf('KG', count)),
      [0, 5, 5, 9, 9],
    )
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((count) => pointsOf('AG', count)),
      [0, 0, 5, 5, 9],
    )
  })

  it('counts more from each step on, and never less', () => {
    for (const [fact, steps] of Object.entries(POINT_STEPS)) {
      let before = 0
      for (const { from, points } of steps) {
        assert.equal(pointsOfNumber(fact as keyof typeof POINT_STEPS, from - 1), before, fact)
        assert.equal(pointsOfNumber(fact as keyof typeof POINT_STEPS, from), points, fact)
        assert.ok(points > before, fact)
        before = points
      }
    }
  })

  it('counts whole years up to the newest day of a source, never up to today', () => {
    const years = (registeredOn: string | null, ...days: readonly string[]) =>
      yearsInRegister({ registeredOn, sources: seenOn(...days) })
    assert.equal(years('1970-05-06', '2020-05-05'), 49)
    assert.equal(years('1970-05-06', '2020-05-06'), 50)
    assert.equal(years('1970-05-06', '2020-05-06', '1980-01-01'), 50)
    assert.equal(years('1970-05-06'), 0)
    assert.equal(years('1970-05-06', ''), 0)
    assert.equal(years('2020-05-06', '1970-05-06'), 0)
    assert.equal(years(null, '2020-05-06'), 0)
  })
})
