/**
 * The states that rows of customer lists get, and how many of the rows with the state `found` have the right company.
 *
 *     node bench/relevance/precision.ts <folder of *.jsonl.br> [--index FILE] [--truth FOLDER] [--count N] [--seed N] [--misses N]
 *
 *     --index, --truth, --seed  as of bench/relevance/run.ts
 *     --count N                 rows (5000)
 *     --misses N                show up to N wrong rows of every way to match
 */
import { parseArgs } from 'node:util'
import { companiesOf } from '../corpus/real-companies.ts'
import { measureRowPrecision } from './row-precision.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    truth: { type: 'string' },
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '0' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

console.log('| rows | count | found | of these right | ambiguous | possible | not found |')
console.log('|---|---|---|---|---|---|---|')
const wrong: string[] = []
const measuring = {
  read: (filesMax?: number) => companiesOf(folder, filesMax),
  ...{ saved: options.index, truth: options.truth },
  ...{ count: Number(options.count), seed: Number(options.seed) },
}
for await (const way of measureRowPrecision(measuring)) {
  const { title, rows, states, precision, found } = way
  const right = title.startsWith('absent') ? '–' : precision.toFixed(4)
  const others = [states.ambiguous, states.possible, states.not_found]
  const shares = others.map((count) => (count / rows).toFixed(3)).join(' | ')
  console.log(`| ${title} | ${rows} | ${states.found} (${found.toFixed(4)}) | ${right} | ${shares} |`)
  for (const { query, match } of way.wrong.slice(0, Number(options.misses))) {
    const { hit, score } = match.hits[0] ?? {}
    const { name, status } = query.target ?? { name: 'nobody', status: '' }
    wrong.push(
      `${title}: ${query.kind}: ${query.text}\n    meant ${name} (${status})\n    ${score} ${hit?.kind} ${hit?.record.name} (${hit?.record.status})`,
    )
  }
}
if (wrong.length > 0) console.log(wrong.join('\n'))
