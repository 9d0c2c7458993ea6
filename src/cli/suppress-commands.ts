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
  description: 'Take a company out of every answer; an import does not bring it back.',
  argument: { name: '[uuid]', description: 'the company' },
  options: [
    { flags: '--reason <text>', description: 'why, for operators' },
    { flags: '--lift <uuid>', description: 'show the company again' },
    { flags: '--list', description: 'the companies that are not shown' },
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
    throw new Failure('invalid_request', 'suppress takes one of: a UUID with --reason, --lift UUID, --list.')
  }
  if (!isLift && (typeof reason !== 'string' || reason.trim() === '')) {
    throw new Failure('invalid_request', '--reason says why the company must not be shown.')
  }
  const result = await operate((operator) =>
    isLift ? operator('lift', { uuid: lift }) : operator('suppress', { uuid: uuid!, reason: String(reason) }),
  )
  if (json) screen.json(result)
  else screen.line(`${result.uuid} is ${isLift ? 'shown again' : 'not shown any more'}.`)
}

async function list({ screen, operate }: Workplace, { json }: CommandOptions): Promise<void> {
  const suppressions = await operate((operator) => operator('listSuppressions', {}))
  if (json) {
    screen.json(suppressions.map(suppressionJson))
  } else if (suppressions.length === 0) {
    screen.line('Every company is shown.')
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
