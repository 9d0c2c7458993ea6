/** Structured register contents of XJustiz as a format of register files. */
import { FileFault, type Row } from '../../../core/ingest/entry-source.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { xmlFaultText } from '../files/xml-reader.ts'
import { entryOfSi, XJUSTIZ_SI_NOTICE } from './si-entry.ts'
import { type SiMessage, SiMessageSplitter } from './si-messages.ts'

/** XML with one message or several. */
export const XJUSTIZ_SI: RegisterFormat = {
  name: 'xjustiz-si',
  notice: XJUSTIZ_SI_NOTICE,
  recognises: (start) => /^\ufeff?\s*</.test(start) && /nachricht\.reg\.|xjustiz\.de/.test(start),
  rows: readRows,
}

async function* readRows({ path, chunks }: FormatFile): AsyncGenerator<readonly Row[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const splitter = new SiMessageSplitter()
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      splitter.feed(decoder.decode(chunk, { stream: true }))
      yield splitter.take().map(rowOf)
    }
    splitter.feed(decoder.decode())
    splitter.close()
  } catch (error) {
    const why = xmlFaultText(error)
    if (why === undefined) throw error
    yield splitter.take().map(rowOf)
    const { line } = splitter
    const sentence = `${path} ${why}, near line ${line}. The messages before are valid.`
    throw new FileFault({ file: path, reason: 'malformed', line, byte: bytes, sentence })
  }
}

/** A rejected message is shown by the fields that are read. */
function rowOf({ line, fields }: SiMessage): Row {
  const entry = entryOfSi(fields)
  return typeof entry === 'string'
    ? { line, reason: entry, text: JSON.stringify(fields) }
    : { line, entry, text: '' }
}
