/** `firmensuche suppress …` */
import type { Suppression } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import { type Command, type CommandOptions, JSON_OPTION, type Workplace } from './command.ts'
import { EXIT } from './exit-codes.ts'
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
  run: async (place, args, options) => {
    if (options.list === true) await list(place, options)
    else await change(place, args[0], options)
    return EXIT.done
  },
}

async function change({ screen, operate }: Workplace, uuid: string | undefined, options: CommandOptions) {
  const { lift, reason, json } = options
  const isLift = typeof lift === 'string'
  if (isLift === (uuid !== undefined)) {
    throw new Failure('invalid_request', 'suppress needs a UUID with --reason, or --lift UUID, or --list.')
  }
  if (!isLift && (typeof reason !== 'string' || reason.trim() === '')) {
    throw new Failure('invalid_request', '--reason is missing: the reason why the company must not be shown.')
  }
  const result = await operate((operator) =>
    isLift ? operator('lift', { uuid: lift }) : operator('suppress', { uuid: uuid!, reason: String(reason) }),
  )
  if (json) screen.json(result)
  else screen.line(`${result.uuid} is ${isLift ? 'shown again' : 'no longer shown'}.`)
}

async function list({ screen, operate }: Workplace, { json }: CommandOptions): Promise<void> {
  const suppressions = await operate((operator) => operator('listSuppressions', {}))
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
