/**
 * The opaque text that says where the next page begins: a place in a total order, and a fingerprint of
 * the question that the order belongs to. It is not signed: whoever forges one only picks another place
 * to go on from, so every reader checks the parts against their bounds and nothing else is at stake.
 */
import { hash } from 'node:crypto'

/** Longer texts are no cursor of ours: the longest holds a folded name of 1,500 characters. */
export const CURSOR_CHARS_MAX = 4096

/** The parts of a place, in the order in which it is compared. */
export type CursorPlace = readonly (string | number)[]

export type CursorRead =
  | { readonly kind: 'place'; readonly place: readonly unknown[] }
  /** The cursor belongs to another question. */
  | { readonly kind: 'mismatch' }
  /** No cursor at all. */
  | { readonly kind: 'format' }

const FINGERPRINT_CHARS = 11

/** `question` is everything that the order and the selection depend on, as one text. */
export function writeCursor(question: string, place: CursorPlace): string {
  return Buffer.from(JSON.stringify([fingerprint(question), ...place])).toString('base64url')
}

/** Never throws; the parts of the place are unchecked. */
export function readCursor(question: string, cursor: string): CursorRead {
  const parts = unpack(cursor)
  if (parts === undefined) return { kind: 'format' }
  const [print, ...place] = parts
  if (typeof print !== 'string' || print.length !== FINGERPRINT_CHARS) return { kind: 'format' }
  return print === fingerprint(question) ? { kind: 'place', place } : { kind: 'mismatch' }
}

/** 64 bits: enough to notice a mistake, which is all it is for. */
function fingerprint(question: string): string {
  return hash('sha256', question, 'base64url').slice(0, FINGERPRINT_CHARS)
}

function unpack(cursor: string): readonly unknown[] | undefined {
  if (cursor.length > CURSOR_CHARS_MAX || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : undefined
  } catch {
    return undefined
  }
}
