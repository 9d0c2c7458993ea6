/**
 * The e-mail folder of a server without an SMTP server: names and plain texts of the e-mails. Their HTML is
 * read only by mail programs.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailView, WholeEmail } from '../../core/notifications/email-view.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'

/** Age at which e-mails are deleted, in ms. */
const KEPT_MS = 7 * 86_400_000
/** Number of e-mails that are listed, newest first. */
const LISTED_MAX = 100

const FILE_SHAPE =
  /^(?<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-(?<kind>[a-z0-9_]+)-(?<id>ltr_[0-9A-Za-z]+)\.eml$/

/**
 * Returns the file name of an e-mail, `2026-11-21T17-13-24.123Z-confirm-ltr_….eml`: sortable by time, and
 * valid on every file system.
 */
export function fileNameOf({ atMs, kind, id }: Pick<RenderedEmail, 'atMs' | 'kind' | 'id'>): string {
  return `${new Date(atMs).toISOString().replaceAll(':', '-')}-${kind}-${id}.eml`
}

/** Lists the e-mails, newest first. A folder that does not exist has none. */
export function listEmails(folder: string): readonly EmailView[] {
  return filesOf(folder)
    .slice(0, LISTED_MAX)
    .map((file) => {
      const { text: _text, links: _links, ...view } = readEmailFile(folder, file)
      return view
    })
}

/** Reads an e-mail; returns `undefined` if it does not exist or was deleted. */
export function readEmail(folder: string, id: string): WholeEmail | undefined {
  const file = filesOf(folder).find((one) => one.id === id)
  return file && readEmailFile(folder, file)
}

/** Deletes e-mails older than a week. */
export function deleteOldEmails(folder: string, nowMs: number): void {
  for (const { name, atMs } of filesOf(folder)) {
    if (nowMs - atMs >= KEPT_MS) rmSync(join(folder, name), { force: true })
  }
}

interface EmailFile {
  readonly name: string
  readonly atMs: number
  readonly kind: string
  readonly id: string
}

function filesOf(folder: string): readonly EmailFile[] {
  return namesIn(folder)
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const { time, kind, id } = FILE_SHAPE.exec(name)?.groups ?? {}
      if (time === undefined || kind === undefined || id === undefined) return []
      return [{ name, atMs: Date.parse(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')), kind, id }]
    })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Reads a file that `FolderMailer` wrote: the text is the first part, and its first line is the subject. */
function readEmailFile(folder: string, { name, ...rest }: EmailFile): WholeEmail {
  const message = readFileSync(join(folder, name), 'latin1')
  const to = /^To: (.*)$/m.exec(message)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? ''
  const part = message.split(`--${boundary}`)[1]?.replace(/^.*?\r\n\r\n|\r\n$/gs, '') ?? ''
  const text = decoded(part)
  return {
    ...rest,
    to: to.trim(),
    subject: text.split('\n', 1)[0]!,
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  }
}

/** Decodes quoted-printable (RFC 2045, 6.7) of UTF-8. */
function decoded(part: string): string {
  const bytes = part
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
