/** Says which nodes do not search a change yet. */
import { counted } from './counted.ts'
import type { Screen } from './screen.ts'

/** Names the nodes, if there are any. */
export function warnOfLateNodes(screen: Pick<Screen, 'message'>, nodes: readonly string[]): void {
  if (nodes.length === 0) return
  screen.message(
    `${counted(nodes.length, 'node does', 'nodes do')} not search this yet and will follow: ${nodes.join(', ')}`,
  )
}
