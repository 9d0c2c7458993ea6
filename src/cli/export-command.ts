/** `firmensuche export` */
import type { FilterInput, LIST_FILTERS } from '../core/company/company-filters.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../core/company/export-format.ts'
import { Failure } from '../core/failure.ts'
import type { Command, CommandContext, CommandOption, CommandOptions, ExportRequest } from './command.ts'
import { counted } from './counted.ts'
import { EXIT } from './exit-codes.ts'

/** An option for each filter of the list: the form of its value, and what it does. */
const FILTER_OPTIONS: Readonly<
  Record<
    keyof FilterInput<typeof LIST_FILTERS>,
    readonly [form: 'list' | 'time' | 'day', description: string]
  >
> = {
  status: ['list', 'only these statuses, separated by commas as in all lists: active,liquidation'],
  legal_form: ['list', 'only these legal forms, by their codes: GmbH,KG'],
  register_type: ['list', 'only these kinds of register: HRA,HRB'],
  register_court: ['list', 'only registers of these courts, by name, code or alias'],
  city: ['list', 'only companies with a seat in one of these cities'],
  state: ['list', 'only register courts in these states (ISO 3166-2): DE-BY'],
  postcode: ['list', 'only postcodes that start with one of these digits: 80,81'],
  country: ['list', 'only companies of these countries (ISO 3166-1): DE,GB'],
  updated_since: ['time', 'only companies changed in this service since then: 2026-01-01T00:00:00Z'],
  registered_from: ['day', 'only companies registered on this day or later: 2026-01-31'],
  registered_to: ['day', 'only companies registered on this day or earlier'],
}
const FILTERS = Object.entries(FILTER_OPTIONS)

/** The command that writes all companies, or some of them, to a file. */
export const EXPORT_COMMAND: Command = {
  path: 'export',
  description:
    'Write all companies, or those that the filters match, as JSON Lines, CSV or entities of FollowTheMoney. Only reads, also beside a running server.',
  options: [
    {
      flags: '--format <name>',
      description: `${EXPORT_FORMATS.join(', ')} (FollowTheMoney)`,
      isRequired: true,
    },
    { flags: '-o, --output <file>', description: 'write to this file instead of standard output' },
    ...FILTERS.map(([field, [form, description]]): CommandOption => {
      return { flags: `--${optionOf(field)} <${form}>`, description }
    }),
  ],
  run: async (context, _args, options) => {
    const request = requestOf(context, options)
    const progress = context.screen.progress('export')
    const report = (done: number, total: number | undefined) => {
      if (total !== undefined) progress.show(done, total, counted(done, 'company', 'companies'))
    }
    const done = await context.exportCompanies(request, report).finally(progress.end)
    context.screen.message(`${counted(done, 'company', 'companies')} exported.`)
    return EXIT.done
  },
}

function requestOf({ absolutePath }: CommandContext, options: CommandOptions): ExportRequest {
  const written = FILTERS.flatMap(([field, [form]]) => {
    const value = options[optionOf(field)]
    if (typeof value !== 'string') return []
    return [[field, form === 'list' ? value.split(',').map((part) => part.trim()) : value]]
  })
  const { output } = options
  return {
    format: formatOf(String(options.format)),
    output: typeof output === 'string' ? absolutePath(output) : undefined,
    filters: Object.fromEntries(written),
  }
}

function formatOf(name: string): ExportFormat {
  const format = EXPORT_FORMATS.find((one) => one === name)
  if (format !== undefined) return format
  throw new Failure('invalid_request', `--format must be one of ${EXPORT_FORMATS.join(', ')}.`)
}

function optionOf(field: string): string {
  return field.replaceAll('_', '-')
}
