/** Splits XML into the messages of XJustiz that it contains, in bounded memory for any input. */
import { SaxesParser } from 'saxes'
import { SI_PATHS, type SiFields } from './si-entry.ts'

/** Deepest nesting of elements; real messages have up to 15 levels. */
export const XML_DEPTH_MAX = 64
/** Most characters of a text, a tag, a comment or another part of the document. */
export const XML_PART_CHARS_MAX = 1024 * 1024
/** Most texts of all fields of one message. */
export const SI_TEXTS_MAX = 1000
/** Most characters of one field; the rest is cut off. */
const FIELD_CHARS_MAX = 10_000

/** A message, with the line on which it begins. */
export interface SiMessage {
  readonly line: number
  readonly fields: SiFields
}

/** Thrown for a document that is not well-formed or exceeds a limit. The message completes the sentence "the file …". */
export class XmlFault extends Error {}

type Field = keyof typeof SI_PATHS
const FIELD_OF_PATH: ReadonlyMap<string, Field> = new Map(
  Object.entries(SI_PATHS).map(([field, path]) => [path, field as Field]),
)

/** Reads XML piece by piece. A document type, and with it every entity of its own, is refused. */
export class SiMessageSplitter {
  readonly #parser = new SaxesParser({ xmlns: false })
  /** The local names of the open elements. */
  readonly #open: string[] = []
  /** Depth of the message's element; 0 = outside of messages. */
  #messageDepth = 0
  #line = 0
  #field: Field | undefined
  #text = ''
  #texts = 0
  #fields: Partial<Record<Field, string[]>> = {}
  readonly #done: SiMessage[] = []
  /** Characters since the parser last completed a part. */
  #partChars = 0

  constructor() {
    this.#parser.on('error', () => {
      throw new XmlFault('is not well-formed XML')
    })
    this.#parser.on('doctype', () => {
      throw new XmlFault('has a document type, which is refused')
    })
    this.#parser.on('opentag', ({ name }) => this.#begin(name))
    this.#parser.on('closetag', () => this.#end())
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
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

  /** Returns the messages that were completed since the last call. */
  take(): readonly SiMessage[] {
    return this.#done.splice(0)
  }

  /** @throws {XmlFault} if the document is not complete. */
  close(): void {
    this.#parser.close()
  }

  #begin(name: string): void {
    this.#partChars = 0
    this.#open.push(name.slice(name.indexOf(':') + 1))
    if (this.#open.length > XML_DEPTH_MAX) throw new XmlFault('has elements nested too deeply')
    if (this.#messageDepth > 0) {
      this.#field = FIELD_OF_PATH.get(this.#open.slice(this.#messageDepth).join('/'))
      this.#text = ''
    } else if (this.#open.at(-1)?.startsWith('nachricht.reg.')) {
      this.#messageDepth = this.#open.length
      this.#line = this.#parser.line
    }
  }

  #add(text: string): void {
    this.#partChars = 0
    if (this.#field !== undefined) this.#text = (this.#text + text).slice(0, FIELD_CHARS_MAX)
  }

  #end(): void {
    this.#partChars = 0
    if (this.#field !== undefined) this.#keep(this.#field)
    this.#field = undefined
    if (this.#open.length === this.#messageDepth) {
      this.#done.push({ line: this.#line, fields: this.#fields })
      this.#fields = {}
      this.#texts = 0
      this.#messageDepth = 0
    }
    this.#open.pop()
  }

  #keep(field: Field): void {
    const text = this.#text.trim()
    if (text === '') return
    if (++this.#texts > SI_TEXTS_MAX) throw new XmlFault('has a message with too many texts')
    const texts = this.#fields[field] ?? []
    texts.push(text)
    this.#fields[field] = texts
  }
}
