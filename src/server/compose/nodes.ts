/** The registry of the nodes that share a database. A server with files in its data folder is alone. */
import type { NodeRegistry } from '../../core/nodes/node-registry.ts'
import type { StorePlace } from '../store-place.ts'
import { isInFolder } from './companies.ts'
import { secrets } from './system.ts'

const ID_BYTES = 8

/** The registry as one node uses it. */
export interface OpenedRegistry {
  readonly registry: NodeRegistry
  /** The id of this node; a new one with every start. */
  readonly id: string
}

/** Opens the registry; returns `undefined` if nothing is shared. The accounts must have been opened before. */
export async function openRegistry(place: StorePlace): Promise<OpenedRegistry | undefined> {
  if (isInFolder(place)) return undefined
  const { openNodeRegistry } = await import('../../adapters/postgres/nodes/node-registry.ts')
  const id = Buffer.from(secrets.bytes(ID_BYTES)).toString('hex')
  return { registry: openNodeRegistry(place.databaseUrl, id), id }
}
