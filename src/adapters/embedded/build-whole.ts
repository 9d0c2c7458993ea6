/** Builds an index of the whole store: in this thread alone, or with another one that does half of it. */
import type { CompanyStore, Share } from '../../core/company/company-store.ts'
import type { CollectedPart } from '../../engine/build/collected-part.ts'
import { buffersOf } from '../../engine/build/collected-part.ts'
import type { BuildFacts, FuzzyBlocks, TermTexts } from '../../engine/build/index-builder.ts'
import { buildIndexImage, collectPart, IndexBuilder } from '../../engine/build/index-builder.ts'
import { writeFuzzyIndex } from '../../engine/build/write-fuzzy-index.ts'
import type { IndexImage } from '../../engine/format/image.ts'

/** Companies that are in memory at once while they are collected. */
const BUILD_BATCH = 2000

type Readable = Pick<CompanyStore, 'forIndex'>

/** A step that a thread does beside the one that builds; may be posted there. */
export type BuildTask =
  | { readonly step: 'collect'; readonly share: Share }
  | { readonly step: 'near'; readonly dictionary: TermTexts }

/** What came of it, of the same step. */
export type DoneTask =
  | { readonly step: 'collect'; readonly part: CollectedPart }
  | { readonly step: 'near'; readonly blocks: FuzzyBlocks }

/** Starts a task at once in another thread. Rejects when that thread ends without an answer. */
export type Beside = (task: BuildTask) => Promise<DoneTask>

/** An image of all companies that the store gives. */
export function buildAlone(store: Readable, facts: BuildFacts): IndexImage {
  return buildIndexImage(store.forIndex(BUILD_BATCH), facts)
}

/** The same, byte for byte, in about half the time on two cores. @throws what a task rejects with. */
export async function buildInTwo(store: Readable, facts: BuildFacts, beside: Beside): Promise<IndexImage> {
  const build = new IndexBuilder()
  const collecting = settled(beside({ step: 'collect', share: { part: 1, of: 2 } }))
  build.add(store.forIndex(BUILD_BATCH, { part: 0, of: 2 }))
  const { part } = (await collecting()) as DoneTask & { step: 'collect' }
  build.append(part)
  const laying = settled(beside({ step: 'near', dictionary: build.writeTerms() }))
  build.writeRest()
  const { blocks } = (await laying()) as DoneTask & { step: 'near' }
  build.addFuzzyBlocks(blocks)
  return build.finish(facts)
}

/** A task may fail while this thread works and nobody waits yet; it is told when somebody does. */
function settled<Value>(task: Promise<Value>): () => Promise<Value> {
  task.catch(() => {})
  return () => task
}

/** Does a task in this thread; `transfer`: memory of the answer that a message hands over instead of copying it. */
export function doTask(
  task: BuildTask,
  openStore: () => Readable & Pick<CompanyStore, 'close'>,
): { done: DoneTask; transfer: ArrayBuffer[] } {
  if (task.step === 'near') {
    const blocks = writeFuzzyIndex(task.dictionary)
    const transfer = Object.values(blocks).map(({ buffer }) => buffer as ArrayBuffer)
    return { done: { step: 'near', blocks }, transfer }
  }
  const store = openStore()
  try {
    const part = collectPart(store.forIndex(BUILD_BATCH, task.share))
    return { done: { step: 'collect', part }, transfer: buffersOf(part) }
  } finally {
    store.close()
  }
}
