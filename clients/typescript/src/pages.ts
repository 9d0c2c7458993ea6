/** Results that come in pages. */
import type { Reply } from './send.ts'
import type { CursorPage, Page } from './types.ts'

/** The page of an answer. */
export function pageOf<Item>({ body, headers }: Reply): Page<Item> {
  return {
    items: body as readonly Item[],
    next: headers.get('x-next-cursor') ?? undefined,
    dataAsOf: headers.get('x-data-as-of') ?? undefined,
  }
}

/** The page of an answer that is not about sources. */
export function cursorPageOf<Item>(reply: Reply): CursorPage<Item> {
  const { items, next } = pageOf<Item>(reply)
  return { items, next }
}

/** The items of all pages; a page is fetched when its first item is asked for. */
export async function* walk<Item>(
  read: (cursor: string | undefined) => Promise<CursorPage<Item>>,
  start: string | undefined,
): AsyncGenerator<Item, void, void> {
  let cursor = start
  do {
    const { items, next } = await read(cursor)
    yield* items
    cursor = next
  } while (cursor !== undefined)
}

/** Rows that are sent in parts: each is sent when a result of it is asked for. */
export async function* inParts<Row, Result>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  send: (part: readonly Row[]) => Promise<readonly Result[]>,
): AsyncGenerator<Result & { readonly row: Row }, void, void> {
  const answer = async (part: readonly Row[]) =>
    (await send(part)).map((result, place) => ({ ...result, row: part[place] as Row }))
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < PART_ROWS) continue
    yield* await answer(part)
    part = []
  }
  if (part.length > 0) yield* await answer(part)
}

/** Rows of one request. */
const PART_ROWS = 100
