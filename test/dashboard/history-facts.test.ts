import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HistoryWords, historyFacts } from '../../dashboard/src/pages/operator/history-facts.ts'

/** Imported by its address: its types lead to a file of JSX, which the types of the tests do not know. */
const WORDS = new URL('../../dashboard/src/words/operator.ts', import.meta.url).href
const { OPERATOR } = (await import(WORDS)) as { OPERATOR: Record<'de' | 'en', HistoryWords> }
const ENTRY = { account_email: null, actor_email: null, device: '', address: '' }
const IDA = { account: 'acc_ida', account_email: 'ida@example.com' }
const CASES = [
  [{ account: 'local', actor: 'command line' }, 'auf der Kommandozeile', 'on the command line'],
  [{ account: null, actor: 'command line' }, 'auf der Kommandozeile', 'on the command line'],
  [
    { ...IDA, actor: 'command line' },
    'ida@example.com · auf der Kommandozeile',
    'ida@example.com · on the command line',
  ],
  [{ ...IDA, actor: 'system' }, 'ida@example.com · automatisch', 'ida@example.com · automatically'],
  [{ ...IDA, actor: 'acc_ida', device: 'Firefox, Linux' }, 'ida@example.com · Firefox, Linux', undefined],
  [
    { ...IDA, actor: 'acc_op', actor_email: 'op@example.com' },
    'ida@example.com · von op@example.com',
    'ida@example.com · by op@example.com',
  ],
  [
    { account: 'local', actor: 'acc_op', actor_email: 'op@example.com', address: '192.0.2.1' },
    'Kommandozeile · von op@example.com · 192.0.2.1',
    'command line · by op@example.com · 192.0.2.1',
  ],
] as const

test('the history for operators names the actor and the account of an event once', () => {
  for (const [facts, german, english = german] of CASES) {
    const entry = { ...ENTRY, ...facts }
    assert.equal(historyFacts(entry, OPERATOR.de), german)
    assert.equal(historyFacts(entry, OPERATOR.en), english)
  }
})
