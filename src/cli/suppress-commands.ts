/** `firmensuche suppress …` */
import type { Suppression } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import { type Command, type CommandContext, type CommandOptions, JSON_OPTION } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { warnOfLateNodes } from './late-nodes.ts'
import { isoTime, minuteOf } from './option-values.ts'
import { table } from './table.ts'

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
  const result = await withClient((send) =>
    isLift ? send('lift', { uuid: lift }) : send('suppress', { uuid: uuid!, reason: String(reason) }),
  )
  const { uuid: changed, lateNodes } = result
  if (json) screen.json({ uuid: changed, late_nodes: lateNodes })
  else screen.line(`${changed} is ${isLift ? 'shown again' : 'no longer shown'}.`)
  warnOfLateNodes(screen, lateNodes)
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
