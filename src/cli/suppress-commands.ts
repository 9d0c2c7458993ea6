/** `firmensuche suppress …` */
import type { Suppression } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import { type Command, type CommandContext, type CommandOptions, JSON_OPTION } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { warnOfLateNodes } from './late-nodes.ts'
import { isoTime, minuteOf } from './option-values.ts'
import { table } from './table.ts'

const UUID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The command that suppresses companies, lists suppressions and lifts them. */
export const SUPPRESS_COMMAND: Command = {
  path: 'suppress',
  description: 'Suppress a company: no response contains it, also after later imports.',
  argument: { name: '[uuid]', description: 'UUID of the company' },
  options: [
    { flags: '--reason <text>', description: 'reason, shown to operators only' },
    { flags: '--lift <uuid>', description: 'end the suppression of this company' },
    { flags: '--list', description: 'list the suppressed companies' },
    JSON_OPTION,
  ],
  run: async (context, args, options) => {
    if (options.list === true) await list(context, options)
    else await change(context, args[0], options)
    return EXIT.done
  },
}

async function change(
  { screen, withClient }: CommandContext,
  uuid: string | undefined,
  options: CommandOptions,
) {
  const { lift, reason, json } = options
  const isLift = typeof lift === 'string'
  if (isLift === (uuid !== undefined)) {
    throw new Failure('invalid_request', 'suppress needs a UUID with --reason, or --lift UUID, or --list.')
  }
  if (!isLift && (typeof reason !== 'string' || reason.trim() === '')) {
    throw new Failure('invalid_request', '--reason is missing: the reason why the company must not be shown.')
  }
  const id = companyId(isLift ? lift : uuid!)
  const result = await withClient(async (send) => {
    const change = isLift
      ? send('lift', { uuid: id })
      : send('suppress', { uuid: id, reason: String(reason) })
    return change.catch(async (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'not_found') throw error
      if (isLift) throw new Failure('not_found', `The company ${id} is not suppressed.`)
      const suppressed = await send('listSuppressions', {})
      if (suppressed.some((one) => one.uuid === id))
        throw new Failure('conflict', `The company ${id} is suppressed already.`)
      throw new Failure('not_found', `There is no company ${id}.`)
    })
  })
  const { uuid: changed, lateNodes } = result
  if (json) screen.json({ uuid: changed, late_nodes: lateNodes })
  else screen.line(`${changed} is ${isLift ? 'shown again' : 'no longer shown'}.`)
  warnOfLateNodes(screen, lateNodes)
}

/** @throws {Failure} `invalid_request` if a text is no id of a company. */
function companyId(text: string): string {
  if (UUID_SHAPE.test(text)) return text.toLowerCase()
  throw new Failure(
    'invalid_request',
    `${JSON.stringify(text)} is not the id of a company: that is a UUID, as in the address of its page.`,
  )
}

async function list({ screen, withClient }: CommandContext, { json }: CommandOptions): Promise<void> {
  const suppressions = await withClient((send) => send('listSuppressions', {}))
  if (json) {
    screen.json(suppressions.map(suppressionJson))
  } else if (suppressions.length === 0) {
    screen.line('No company is suppressed.')
  } else {
    const rows = suppressions.map(({ uuid, atMs, actor, reason }) => [
      uuid,
      minuteOf(atMs) ?? '',
      actor,
      reason,
    ])
    for (const line of table([['uuid', 'since', 'by', 'reason'], ...rows])) screen.line(line)
  }
}

function suppressionJson({ uuid, reason, atMs, actor }: Suppression) {
  return { uuid, reason, at: isoTime(atMs), actor }
}
