/** Proposes the mapping of a table from its header and its first rows. Pure. */

import type { ColumnFact } from '../../../core/ingest/column-names.ts'
import type { SourceStatus } from '../../../core/ingest/register-entry.ts'
import { formOfElf } from '../../../names/reading/elf-code.ts'
import { LEGAL_FORMS } from '../../../names/reading/legal-form.ts'
import { dateFormatOf, formOfText, share } from './column-values.ts'
import type { DateFormat } from './mapping.ts'
import { type PlacedColumns, placeColumns, type TableColumn } from './place-columns.ts'
import { proposeNumber } from './propose-number.ts'

/** Columns of a mapping by fact: one, several, or groups of several. */
export type ProposedColumns = Readonly<Record<string, string | readonly (string | readonly string[])[]>>

/** A proposed mapping, without what the file's name tells. */
export interface Proposal {
  readonly columns: ProposedColumns
  readonly country: string | undefined
  readonly asOf: string | undefined
  readonly dates: DateFormat | undefined
  readonly status: Readonly<Partial<Record<SourceStatus, readonly string[]>>>
  readonly legalForms: Readonly<Record<string, string>>
  /** The columns that are not used. */
  readonly unplaced: readonly string[]
  /** What the mapping needs and the table does not show, as sentences. */
  readonly missing: readonly string[]
  /** What is worth knowing, as sentences. */
  readonly notes: readonly string[]
}

/** Returns the mapping that fits the columns best. */
export function proposeMapping(all: readonly TableColumn[]): Proposal {
  const placed = placeColumns(all)
  const nameOf = (fact: ColumnFact) => placed.get(fact)?.[0]?.name
  const valuesOf = (fact: ColumnFact) => placed.get(fact)?.[0]?.values ?? []
  const number = proposeNumber(placed)
  const lei = nameOf('lei')
  const id = nameOf('id') ?? (number.isMapped || lei !== undefined ? undefined : idColumn(all, placed))
  const columns = withoutGaps({
    id,
    name: nameOf('name'),
    former_names: placed.get('former_names')?.map(({ name }) => name),
    ...number.columns,
    lei,
    seat: nameOf('seat') ?? nameOf('city'),
    address: addressOf(nameOf),
    status: nameOf('status'),
    legal_form: nameOf('legal_form'),
    registered_on: nameOf('registered_on'),
  })
  const used = new Set([...Object.values(columns).flat(2), nameOf('country'), nameOf('as_of')])
  return {
    columns,
    country: nameOf('country'),
    asOf: nameOf('as_of'),
    dates: dateFormatOf([...valuesOf('registered_on'), ...valuesOf('as_of')]),
    status: statusOf(valuesOf('status')),
    legalForms: legalFormsOf(valuesOf('legal_form')),
    unplaced: all.map(({ name }) => name).filter((name) => !used.has(name)),
    missing: missingFacts(columns),
    notes: [...number.notes, ...dateNotes(all, used), ...statusNotes(valuesOf('status'))],
  }
}

/** Days of which the name of the column does not tell what happened on them. */
function dateNotes(all: readonly TableColumn[], used: ReadonlySet<string | undefined>): readonly string[] {
  const dates = all.filter(({ name, values }) => !used.has(name) && dateFormatOf(values) !== undefined)
  return dates.map(
    ({ name, values }) =>
      `The column ${JSON.stringify(name)} has days (dates: ${dateFormatOf(values)}). If they are those of the entry in the register, map it as registered_on.`,
  )
}

/** Values of the status column that the proposed mapping does not list. */
function statusNotes(values: readonly string[]): readonly string[] {
  const known = Object.values(statusOf(values)).flat()
  const others = [...new Set(values)].filter((text) => !known.includes(text))
  if (others.length === 0) return []
  const quoted = others.map((text) => JSON.stringify(text)).join(', ')
  return [`Not known as a status: ${quoted}. List under \`status\` what each means; otherwise it is unknown.`]
}

function withoutGaps(
  columns: Readonly<Record<string, ProposedColumns[string] | undefined>>,
): ProposedColumns {
  return Object.fromEntries(
    Object.entries(columns).filter(([, column]) => column !== undefined),
  ) as ProposedColumns
}

function missingFacts(columns: ProposedColumns): readonly string[] {
  const missing: string[] = []
  if (columns.name === undefined)
    missing.push('No column looks like the name of the company (`name`), which is required.')
  const keys = [columns.id, columns.number, columns.register_digits, columns.lei]
  if (keys.every((column) => column === undefined))
    missing.push(
      'No column looks like a register number (`number`), an LEI (`lei`) or an id (`id`): each row needs one of them.',
    )
  return missing
}

/** Returns a column in which every row has another short value. */
function idColumn(all: readonly TableColumn[], placed: PlacedColumns): string | undefined {
  const used = new Set([...placed.values()].flat())
  const isId = ({ values }: TableColumn) =>
    values.length > 1 &&
    new Set(values).size === values.length &&
    share(values, (text) => ID.test(text)) === 1
  return all.find((column) => !used.has(column) && isId(column))?.name
}

const ID = /^(?=.*\d)[\w-]{1,20}$/

/** Street and number, and postcode and place, are joined by blanks; these groups by commas. */
function addressOf(nameOf: (fact: ColumnFact) => string | undefined): ProposedColumns[string] | undefined {
  const whole = nameOf('address')
  const groupOf = (...facts: readonly ColumnFact[]) => facts.map(nameOf).filter((name) => name !== undefined)
  const street = groupOf('street', 'house_number')
  const place = nameOf('city') === undefined ? [] : groupOf('postcode', 'city')
  const hasPlace = place.length > 1
  if (whole !== undefined) return hasPlace ? [whole, place] : [whole]
  if (street.length === 0 && !hasPlace) return undefined
  return [street, place].filter((group) => group.length > 0)
}

/** Words of lists for the states of companies. */
const STATUS_WORDS: Readonly<Partial<Record<SourceStatus, readonly string[]>>> = {
  active: [
    'aktiv',
    'active',
    'eingetragen',
    'bestehend',
    'registered',
    'currently registered',
    'live',
    'laufend',
  ],
  liquidation: ['in liquidation', 'liquidation', 'i.l.', 'in abwicklung', 'aufgelöst', 'in auflösung'],
  insolvency: ['insolvenz', 'insolvent', 'in insolvenz', 'insolvenzverfahren', 'insolvency', 'bankrupt'],
  removed: [
    'gelöscht',
    'geloescht',
    'erloschen',
    'removed',
    'dissolved',
    'deleted',
    'struck off',
    'deregistered',
  ],
}

function statusOf(values: readonly string[]): Proposal['status'] {
  const distinct = [...new Set(values)]
  const states = Object.entries(STATUS_WORDS).map(([state, words]) => [
    state,
    distinct.filter((text) => words.includes(text.toLowerCase())),
  ])
  return Object.fromEntries(states.filter(([, found]) => (found as readonly string[]).length > 0))
}

/** Returns the code of ISO 20275 of each value that is a legal form, and no code itself. */
function legalFormsOf(values: readonly string[]): Readonly<Record<string, string>> {
  const codes = [...new Set(values)].map((text) => {
    const form = formOfElf(text) === undefined ? formOfText(text) : undefined
    return [text, LEGAL_FORMS.find(({ code }) => code === form)?.iso20275] as const
  })
  return Object.fromEntries(codes.filter(([, code]) => code !== undefined)) as Record<string, string>
}
