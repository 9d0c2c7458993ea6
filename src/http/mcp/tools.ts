/** All tools, and the call of one of them. */
import { Failure } from '../../core/failure.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import { fetchTool, searchTool } from './assistant-tools.ts'
import { getCompanyTool, matchCompaniesTool, searchCompaniesTool } from './search-tools.ts'
import { type Tool, type ToolHost, toolWire } from './tool.ts'
import { argumentSentence } from './tool-errors.ts'

/** All tools in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  searchCompaniesTool,
  getCompanyTool,
  matchCompaniesTool,
  searchTool,
  fetchTool,
]

let wires: ReturnType<typeof toolWire>[] | undefined

/** Returns the descriptions of all tools in the form of the protocol. */
export function toolWires() {
  // Made once for a thread, at the first request: a schema takes longer than a search.
  wires ??= TOOLS.map(toolWire)
  return wires
}

/** The result of a call in the form of the protocol (`tools/call`). */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
  // The type of the protocol's library has an index signature.
  readonly [name: string]: unknown
}

/**
 * Calls a tool with arguments as sent. What the assistant can correct is a result with `isError`.
 *
 * @throws {Failure} as `Tool.run`, except `invalid_request` and `not_found`.
 */
export async function callTool(host: ToolHost, tool: Tool, args: unknown): Promise<ToolResult> {
  try {
    const result = await tool.run(host, readArguments(tool, args))
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
  } catch (error) {
    if (!isCorrectable(error)) throw error
    return errorResult(argumentSentence(error, tool.name))
  }
}

/** Returns the result of a failed call. */
export function errorResult(sentence: string): ToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true }
}

function isCorrectable(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'invalid_request' || error.code === 'not_found')
}

function readArguments(tool: Tool, args: unknown): unknown {
  const read = tool.input.safeParse(args)
  if (read.success) return read.data
  throw new Failure('invalid_request', 'invalid arguments', faultsOf(read.error.issues, args, pointerField))
}
