/** Lists that are matched, in the JSON of the dashboard's API. */
import type { z } from 'zod'
import type { ListPreview } from '../../core/matching/list-preview.ts'
import type { MatchColumns, MatchField } from '../../core/matching/match-columns.ts'
import type { MatchJob } from '../../core/matching/match-job.ts'
import type { ReviewRow } from '../../core/matching/review-rows.ts'
import type { MatchedCompany } from '../../core/matching/row-matcher.ts'
import { nameDifferences } from '../../names/highlights/name-differences.ts'
import type { TextRange } from '../../names/text/fold-places.ts'
import type { previewResult, reviewRowSchema } from './matches-schemas.ts'

/** Cells of a row in a response, at most, and characters of each. */
const CELLS_MAX = 50
const CELL_CHARS_MAX = 300

/** Converts a preview. */
export function previewWire(preview: ListPreview): z.input<typeof previewResult> {
  const { header, hasNoHeader, firstRows, rowCount, columns, certainty } = preview
  return {
    header: [...header],
    has_header: !hasNoHeader,
    first_rows: firstRows.map((cells) => [...cells]),
    rows: rowCount,
    columns: { name: [...columns.name], city: [...columns.city], number: [...columns.number] },
    certainty: {
      name: certainty.name ?? null,
      city: certainty.city ?? null,
      number: certainty.number ?? null,
    },
  }
}

/** Converts a row under review. */
export function reviewWire(row: ReviewRow, { columns }: MatchJob): z.input<typeof reviewRowSchema> {
  const { cells, text, fault } = row.row
  const textOf = (field: MatchField) => cut(textOfCells(cells, columns, field))
  const name = textOf('name')
  return {
    row: row.place,
    name,
    city: textOf('city'),
    number: textOf('number'),
    cells: fault !== undefined && text !== undefined ? [cut(text)] : cells.slice(0, CELLS_MAX).map(cut),
    state: row.result.state,
    notes: [...row.result.notes],
    faults: row.result.faults.map(({ field, reason }) => ({ field, reason })),
    companies: row.result.companies.map((company) => candidateWire(company, name)),
    choice: row.choice ?? null,
  }
}

/** `wanted`: the name in the row; without one it was matched by its number alone. */
function candidateWire(company: MatchedCompany, wanted: string) {
  const { uuid, name, registrationNumber, registerCourt, seat, status, score, reasons } = company
  const { first, second } = wanted === '' ? { first: [], second: [] } : nameDifferences(wanted, name)
  return {
    ...{ uuid, name, seat, status, score },
    registration_number: registrationNumber,
    register_court: registerCourt,
    reasons: [...reasons],
    differences: second.map(rangeWire),
    missing: first.map(rangeWire),
  }
}

function rangeWire([start, end]: TextRange): [number, number] {
  return [start, end]
}

function textOfCells(cells: readonly string[], columns: MatchColumns, field: MatchField): string {
  return columns[field]
    .map((place) => cells[place]?.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ')
}

function cut(text: string): string {
  return text.slice(0, CELL_CHARS_MAX).toWellFormed()
}
