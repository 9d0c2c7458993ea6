import { Failure } from '../../core/failure.ts'
import type { NodeRegistry } from '../../core/nodes/node-registry.ts'

/**
 * Checks that this process has the secret of the live nodes. `mark`: as in `NodeReport`.
 *
 * @throws {Failure} `conflict` if it has another one.
 */
export async function checkSecret(registry: Pick<NodeRegistry, 'nodes'>, mark: string): Promise<void> {
  const other = (await registry.nodes()).find(({ isLive, secretMark }) => isLive && secretMark !== mark)
  if (other === undefined) return
  const sentence = `The file secret in the data folder is not that of the node ${other.name}, so that sessions and links of one would not be valid on the other.`
  throw new Failure('conflict', `${sentence} Copy the file from there.`)
}
