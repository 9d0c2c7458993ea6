/**
 * Raises the bar of `test/relevance.test.ts` to what is reached now; lowers nothing.
 *
 *     node bench/relevance/raise-bar.ts
 */
import { belowBar, measureSample, raiseBar, readBar } from './bar.ts'

const bar = readBar()
const scores = await Array.fromAsync(measureSample())
for (const raised of raiseBar(scores)) console.log(`raised: ${raised}`)
for (const score of scores) {
  const fault = bar[`${score.kind}, ${score.mode}`] && belowBar(bar, score)
  if (fault !== undefined) console.log(`BELOW:  ${fault}`)
}
