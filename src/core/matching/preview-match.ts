/** Reads a list that a client sent, and says what a job would search by. Nothing is stored. */
import type { ListFiles } from './list-files.ts'
import { type FoundColumns, findColumns } from './match-columns.ts'
import { openList } from './open-list.ts'

/** Rows of a preview. */
export const PREVIEW_ROWS = 5
/** Characters of a cell in a preview. */
const PREVIEW_CHARS = 100

/** A list before it is matched. */
export interface ListPreview extends Pick<FoundColumns, 'columns' | 'certainty'> {
  /** Whether the first row is a row, not the header. */
  readonly hasNoHeader: boolean
  readonly header: readonly string[]
  /** The cells of the first rows, cut off. */
  readonly firstRows: readonly (readonly string[])[]
  readonly rowCount: number
}

/** A list to preview. */
export interface PreviewedList {
  /** The file that contains it, which only this server has. */
  readonly path: string
  /** `undefined`: decided by the first row, which is a header unless it looks like the row of a company. */
  readonly hasNoHeader: boolean | undefined
}

/** @throws {Failure} as `openList`. */
export async function previewMatch(
  { lists }: { readonly lists: Pick<ListFiles, 'open'> },
  { path, hasNoHeader }: PreviewedList,
): Promise<ListPreview> {
  const preview = await previewOf(lists, path, hasNoHeader ?? false)
  const isRow = hasNoHeader === undefined && !preview.hasHeader
  const { hasHeader: _, ...shown } = isRow ? await previewOf(lists, path, true) : preview
  return shown
}

async function previewOf(lists: Pick<ListFiles, 'open'>, path: string, hasNoHeader: boolean) {
  const { header, firstRows, rowCount } = await openList(lists, path, hasNoHeader)
  const { columns, certainty, hasHeader } = findColumns(header, firstRows)
  const cut = (texts: readonly string[]) => texts.map((text) => text.slice(0, PREVIEW_CHARS).toWellFormed())
  const rows = firstRows.slice(0, PREVIEW_ROWS).map(cut)
  return { hasNoHeader, hasHeader, header: cut(header), firstRows: rows, rowCount, columns, certainty }
}
