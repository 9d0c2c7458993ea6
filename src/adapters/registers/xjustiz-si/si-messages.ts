/** Splits XML into the messages of XJustiz that it contains, in bounded memory for any input. */
import { ownText } from '../files/encoding.ts'
import { XmlFault, XmlReader } from '../files/xml-reader.ts'
import { SI_PATHS, type SiFields } from './si-entry.ts'

/** Most texts of all fields of one message. */
export const SI_TEXTS_MAX = 1000
/** Most characters of one field; the rest is cut off. */
const FIELD_CHARS_MAX = 10_000

/** A message, with the line on which it begins. */
export interface SiMessage {
  readonly line: number
  readonly fields: SiFields
}

type Field = keyof typeof SI_PATHS

/** An element on the path of a field, below the message. */
interface PathElement {
  readonly inner: Map<string, PathElement>
  field?: Field
}

/** The message's element. A tree of names, because a message has some hundred elements, of which few are read. */
const MESSAGE: PathElement = { inner: new Map() }
for (const [field, path] of Object.entries(SI_PATHS)) {
  let element = MESSAGE
  for (const name of path.split('/')) {
    const inner: PathElement = element.inner.get(name) ?? { inner: new Map() }
    element.inner.set(name, inner)
    element = inner
  }
  element.field = field as Field
}

/** Reads XML piece by piece. */
export class SiMessageSplitter {
  readonly #xml = new XmlReader(
    { open: (name) => this.#begin(name), close: () => this.#end(), text: (text) => this.#add(text) },
    true,
  )
  /** The open elements from the message on; `undefined` = not on the path of a field. Empty outside of messages. */
  readonly #open: (PathElement | undefined)[] = []
  #line = 0
  #field: Field | undefined
  #text = ''
  #texts = 0
  #fields: Partial<Record<Field, string[]>> = {}
  readonly #done: SiMessage[] = []

  /** Number of the current line. */
  get line(): number {
    return this.#xml.line
  }

  /** @throws {XmlFault} */
  feed(text: string): void {
    this.#xml.feed(text)
  }

  /** Returns the messages that were completed since the last call. */
  take(): readonly SiMessage[] {
    return this.#done.splice(0)
  }

  /** @throws {XmlFault} if the document is not complete. */
  close(): void {
    this.#xml.end()
  }

  #begin(name: string): void {
    if (this.#open.length > 0) {
      const element = this.#open.at(-1)?.inner.get(name)
      this.#open.push(element)
      this.#field = element?.field
      this.#text = ''
    } else if (name.startsWith('nachricht.reg.')) {
      this.#open.push(MESSAGE)
      this.#line = this.#xml.line
    }
  }

  #add(text: string): void {
    if (this.#field !== undefined) this.#text = (this.#text + text).slice(0, FIELD_CHARS_MAX)
  }

  #end(): void {
    if (this.#field !== undefined) this.#keep(this.#field)
    this.#field = undefined
    if (this.#open.length === 1) {
      this.#done.push({ line: this.#line, fields: this.#fields })
      this.#fields = {}
      this.#texts = 0
    }
    this.#open.pop()
  }

  #keep(field: Field): void {
    const text = ownText(this.#text.trim())
    if (text === '') return
    if (++this.#texts > SI_TEXTS_MAX) throw new XmlFault('has a message with too many texts')
    const texts = this.#fields[field] ?? []
    texts.push(text)
    this.#fields[field] = texts
  }
}
