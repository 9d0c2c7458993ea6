/** Entity tags of answers whose bytes are known whole. */
import { createHash } from 'node:crypto'

const TAG_CHARS = 16

/** A strong tag: the same for the same bytes only. */
export function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, TAG_CHARS)}"`
}

/** Whether `If-None-Match` names the tag. RFC 9110, section 13.1.2: a list of tags compared weakly, or `*`. */
export function isNamedBy(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((member) => {
    const named = member.trim()
    return named === '*' || named === tag || named === `W/${tag}`
  })
}
