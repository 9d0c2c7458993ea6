/** Reads XML in pieces and bounded memory. A document type, and with it every entity of its own, is refused. */
import { SaxesParser } from 'saxes'

/** Deepest nesting of elements; real messages of registers have up to 15 levels. */
export const XML_DEPTH_MAX = 64
/** Most attributes of an element; the root of a workbook's part has some twenty. */
export const XML_ATTRIBUTES_MAX = 1000
/** Most characters of the name of an element. */
export const XML_NAME_CHARS_MAX = 1000
/** Most characters of a text, a tag, a comment or another part of the document. */
export const XML_PART_CHARS_MAX = 1024 * 1024

/** Thrown for a document that is not well-formed or exceeds a limit. The message completes the sentence "the file …". */
export class XmlFault extends Error {}

/** What is done with the parts of a document. Names are those without their prefixes. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

/** A document that is being read. */
export class XmlReader {
  readonly #parser
  #depth = 0
  /** Attributes of the current element. */
  #attributes = 0
  /** Characters since the parser last completed a part. */
  #partChars = 0

  /** `hasLines`: whether `line` is counted, which costs a tenth of the time. */
  constructor(handlers: XmlHandlers, hasLines = false) {
    this.#parser = new SaxesParser({ xmlns: false, position: hasLines })
    this.#parser.on('error', () => {
      throw new XmlFault('is not well-formed XML')
    })
    this.#parser.on('doctype', () => {
      throw new XmlFault('has a document type, which is refused')
    })
    this.#parser.on('opentagstart', ({ name }) => {
      if (name.length > XML_NAME_CHARS_MAX) throw new XmlFault('has an element with a name that is too long')
      this.#attributes = 0
    })
    this.#parser.on('attribute', () => {
      if (++this.#attributes > XML_ATTRIBUTES_MAX)
        throw new XmlFault('has an element with too many attributes')
    })
    this.#parser.on('opentag', (tag) => {
      this.#partChars = 0
      if (++this.#depth > XML_DEPTH_MAX) throw new XmlFault('has elements nested too deeply')
      handlers.open(localName(tag.name), tag.attributes)
      // The parser keeps the tags of all open elements.
      tag.attributes = {}
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#partChars = 0
      this.#depth--
      handlers.close(localName(name))
    })
    const add = (piece: string) => {
      this.#partChars = 0
      handlers.text(piece)
    }
    this.#parser.on('text', add)
    this.#parser.on('cdata', add)
  }

  /** Number of the current line. */
  get line(): number {
    return this.#parser.line
  }

  /** @throws {XmlFault} */
  feed(text: string): void {
    this.#partChars += text.length
    this.#parser.write(text)
    if (this.#partChars > XML_PART_CHARS_MAX) throw new XmlFault('has a part that is too long')
  }

  /** @throws {XmlFault} if the document is not complete. */
  end(): void {
    this.#parser.close()
  }
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/**
 * Returns what is wrong with an XML file, as a continuation of "the file …": not well-formed, or not UTF-8; `undefined`
 * for any other error.
 */
export function xmlFaultText(error: unknown): string | undefined {
  if (error instanceof XmlFault) return error.message
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? 'is not UTF-8'
    : undefined
}
