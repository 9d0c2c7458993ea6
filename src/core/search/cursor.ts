/**
 * The opaque text for the start of the next page: a position in a total order, and a fingerprint of the
 * question that the order belongs to. It is not signed: a forged one can only select another position, so
 * every reader checks the bounds of the parts, and nothing else is at risk.
 */
import { hash } from 'node:crypto'

/** Longest cursor that is read. The longest valid one contains a folded name of 1,500 characters. */
export const CURSOR_CHARS_MAX = 4096

/** The parts of a position, in the order of comparison. */
export type CursorPlace = readonly (string | number)[]

/** The result of reading a cursor. */
export type CursorRead =
  | { readonly kind: 'place'; readonly place: readonly unknown[] }
  /** The cursor belongs to another question. */
  | { readonly kind: 'mismatch' }
  /** The text is not a cursor. */
  | { readonly kind: 'format' }

const FINGERPRINT_CHARS = 11

/** Makes a cursor. `question` is a text of everything that the order and the selection depend on. */
export function writeCursor(question: string, place: CursorPlace): string {
  return Buffer.from(JSON.stringify([fingerprint(question), ...place])).toString('base64url')
}

/** Reads a cursor and never throws. The parts of the position are not checked. */
export function readCursor(question: string, cursor: string): CursorRead {
  const parts = unpack(cursor)
  if (parts === undefined) return { kind: 'format' }
  const [print, ...place] = parts
  if (typeof print !== 'string' || print.length !== FINGERPRINT_CHARS) return { kind: 'format' }
  return print === fingerprint(question) ? { kind: 'place', place } : { kind: 'mismatch' }
}

/** 64 bits of a hash: enough to detect mistakes, its only purpose. */
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
