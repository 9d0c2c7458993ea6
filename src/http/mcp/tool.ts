/** The type of a tool: a value from which its description for assistants and its validation are derived. */
import type { z } from 'zod'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Needs } from '../../core/ports.ts'
import { SEARCH_TEXT_PATTERN } from '../api/fields.ts'
import { inputSchemaIn, outputSchemaIn } from '../openapi/document.ts'

/** What a tool works with. */
export interface ToolHost extends Needs<'index' | 'companies'> {
  /** The origin of the links in results: `https://suche.example`. */
  readonly publicUrl: string
  /** Whether `search` may search deep if a normal search has no hit. */
  readonly maySearchDeep: boolean
  /**
   * Charges the call.
   *
   * @throws {Failure} `invalid_request` for `field` if the cost is above the key's whole limit, `forbidden` if
   * the key may not search deep, `rate_limited` if the cost does not fit now.
   */
  pay(cost: ToolCost): Awaitable<void>
}

/** The total cost of a call. */
export interface ToolCost {
  /** In tenths of a unit. */
  readonly totalTenths: number
  readonly isDeep: boolean
  /** The argument that causes it, as a JSON pointer. */
  readonly field: string
}

/** One tool. All tools only read, and return the same for the same arguments while the data are the same. */
export interface Tool {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For the assistant: what it does and when to call it. */
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /**
   * Runs the tool with validated arguments. Returns a value of `output`.
   *
   * @throws {Failure} `invalid_request` or `not_found` for what the assistant can correct; others as `ToolHost.pay`,
   * and `service_unavailable` while there is no index.
   */
  run(host: ToolHost, args: unknown): Awaitable<Readonly<Record<string, unknown>>>
}

/** Creates a tool, and type-checks `run` against the schema of its input. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'run' | 'input'> & {
    readonly input: Input
    run(host: ToolHost, args: z.output<Input>): ReturnType<Tool['run']>
  },
): Tool {
  return tool as unknown as Tool
}

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  // A closed set of data: no tool reaches beyond this service.
  openWorldHint: false,
}

/**
 * Adapts a schema to assistants, which read all of it, and to clients that know only a part of JSON Schema: without names
 * of types and the pattern of a search text, with `example` as JSON Schema has it, and with one type in each schema.
 */
function adapted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(adapted)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([name, value]) => {
    if (name === 'title' && typeof value === 'string') return []
    if (name === 'pattern' && value === SEARCH_TEXT_PATTERN) return []
    return name === 'example' ? [['examples', [value]]] : [[name, adapted(value)]]
  })
  return withOneType(Object.fromEntries(entries))
}

function withOneType({ type, description, ...rest }: Record<string, unknown>): unknown {
  const texts = description === undefined ? {} : { description }
  if (!Array.isArray(type)) return { ...(type !== undefined && { type }), ...texts, ...rest }
  return { ...texts, anyOf: type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest })) }
}

/** Returns the description of a tool in the form of the protocol (`tools/list`). */
export function toolWire({ name, title, description, input, output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: adapted(inputSchemaIn(input, 'en')),
    outputSchema: adapted(outputSchemaIn(output, 'en')),
    annotations: { title, ...ANNOTATIONS },
  }
}
