/** Entity tags of responses whose whole body is known. */
import { createHash } from 'node:crypto'

const TAG_CHARS = 16

/** Returns a strong entity tag: the start of the body's SHA-256, in quotes. */
export function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, TAG_CHARS)}"`
}

/**
 * Whether `If-None-Match` matches the tag. RFC 9110, section 13.1.2: a list of tags with weak comparison, or
 * `*`.
 */
export function isNamedBy(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((member) => {
    const named = member.trim()
    return named === '*' || named === tag || named === `W/${tag}`
  })
}
