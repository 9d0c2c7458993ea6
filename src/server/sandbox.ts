/** The register of test keys: the same parts as the register's own, over a small store in memory. */
import { buildIndexImage } from '../adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../adapters/embedded/name-index.ts'
import { openCompaniesInMemory } from '../adapters/sqlite/companies/companies-in-memory.ts'
import type { Needs } from '../core/ports.ts'
import { fillSandbox, SANDBOX_MADE_MS } from '../core/sandbox/fill-sandbox.ts'
import { sandboxIndex } from '../core/sandbox/sandbox-index.ts'

const BATCH = 100

/** Made anew by each thread in some milliseconds: it is the same everywhere, so that nothing has to be shared or stored. */
export function openSandbox(): Needs<'companies' | 'index'> {
  const { writer, companies } = openCompaniesInMemory(SANDBOX_MADE_MS)
  fillSandbox(writer)
  const index = new EmbeddedNameIndex()
  const facts = { snapshotNumber: 1, sequence: companies.lastSequence(), nowMs: SANDBOX_MADE_MS }
  index.publish(buildIndexImage(companies.everything(BATCH), facts))
  return { companies, index: sandboxIndex(index) }
}
