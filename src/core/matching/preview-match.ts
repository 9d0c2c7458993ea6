/** Reads a list that a client sent, and says what a job would search by. Nothing is stored. */
import type { ListFiles } from './list-files.ts'
import type { ListPreview, PreviewedList } from './list-preview.ts'
import { findColumns } from './match-columns.ts'
import { openList } from './open-list.ts'

/** Rows of a preview. */
export const PREVIEW_ROWS = 5
/** Characters of a cell in a preview. */
const PREVIEW_CHARS = 100

/** @throws {Failure} as `openList`. */
export async function previewMatch(
  { lists }: { readonly lists: Pick<ListFiles, 'open'> },
  { path, hasNoHeader }: Pick<PreviewedList, 'path' | 'hasNoHeader'>,
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
