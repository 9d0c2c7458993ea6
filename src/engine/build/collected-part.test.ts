import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import fc from 'fast-check'
import { corpusOf, namesOf, WORDS } from '../../../test/fixtures/random-companies.ts'
import { often } from '../../../test/thorough.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import type { CollectedPart } from './collected-part.ts'
import { buffersOf } from './collected-part.ts'
import { buildIndexImage, IndexBuilder } from './index-builder.ts'
import { writeFuzzyIndex } from './write-fuzzy-index.ts'

const FACTS = { snapshotNumber: 1, sequence: 1, nowMs: 1 }
const corpora = fc.shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 }).map(namesOf).chain(corpusOf)

function partFrom(companies: readonly IndexedCompany[]): CollectedPart {
  const build = new IndexBuilder()
  build.add(companies)
  return build.part()
}

/** Passes the part through a message channel, as to another thread. */
function posted(part: CollectedPart): CollectedPart {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(part, buffersOf(part))
  const received = receiveMessageOnPort(port2)
  port1.close()
  return (received as { message: CollectedPart }).message
}

test('companies collected in three parts, with the fuzzy index written elsewhere, give the same bytes as in one pass', () => {
  fc.assert(
    fc.property(corpora, fc.nat({ max: 60 }), fc.nat({ max: 60 }), (companies, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const build = new IndexBuilder()
      const parts = [companies.slice(from, to), companies.slice(to)].map(partFrom)
      build.add(companies.slice(0, from))
      for (const part of parts) build.append(posted(part))
      build.addFuzzySections(writeFuzzyIndex(structuredClone(build.writeTerms())))
      const image = build.finish(FACTS)
      const wanted = buildIndexImage([companies], FACTS)
      assert.ok(Buffer.from(image.bytes).equals(Buffer.from(wanted.bytes)))
    }),
    { numRuns: often(200) },
  )
})

test('a part is posted without a copy and is empty in the thread that sent it', () => {
  const [companies] = fc.sample(corpora, { numRuns: 1, seed: 1 })
  const part = partFrom(companies ?? [])
  posted(part)
  assert.deepEqual(
    buffersOf(part).map(({ byteLength }) => byteLength),
    buffersOf(part).map(() => 0),
  )
})

test('a part releases its memory when it is appended', () => {
  const [companies] = fc.sample(corpora, { numRuns: 1, seed: 2 })
  const part = partFrom(companies ?? [])
  new IndexBuilder().append(part)
  for (const buffer of buffersOf(part)) assert.equal(buffer.byteLength, 0)
})
