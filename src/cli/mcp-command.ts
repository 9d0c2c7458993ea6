/** `firmensuche mcp` */
import type { Command } from './command.ts'
import { EXIT } from './exit-codes.ts'

/** The command with which an assistant on this machine starts the tools. */
export const MCP_COMMAND: Command = {
  path: 'mcp',
  description:
    'Answer an assistant over standard input and output (Model Context Protocol). Only reads, also beside a running server.',
  options: [],
  run: async ({ serveTools }) => {
    await serveTools()
    return EXIT.done
  },
}
