/**
 * The sandbox that test keys search: the same parts as for the real register, over a small store in memory.
 */
import { buildIndexImage } from '../../adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import { openCompaniesInMemory } from '../../adapters/sqlite/companies/companies-in-memory.ts'
import type { Synchronous } from '../../core/awaitable.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { Needs } from '../../core/ports.ts'
import { fillSandbox, SANDBOX_MADE_MS } from '../../core/sandbox/fill-sandbox.ts'
import { sandboxIndex } from '../../core/sandbox/sandbox-index.ts'

const BATCH = 100

/**
 * Opens the sandbox. Each thread builds its own in some milliseconds: its content is constant, so nothing
 * needs to be shared or stored.
 */
export function openSandbox(): Needs<'index'> & { readonly companies: Synchronous<CompanyStore> } {
  const { writer, companies } = openCompaniesInMemory(SANDBOX_MADE_MS)
  fillSandbox(writer)
  const index = new EmbeddedNameIndex()
  const facts = { snapshotNumber: 1, sequence: companies.lastSequence(), nowMs: SANDBOX_MADE_MS }
  index.publish(buildIndexImage(companies.readAll(BATCH), facts))
  return { companies, index: sandboxIndex(index) }
}
