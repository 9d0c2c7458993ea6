/** Writes a ZIP archive member by member, for files that are larger than the memory. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const DEFLATE = 8

/** An archive that is being written. All of it, and each member unpacked, must be smaller than 4 GiB. */
export class ZipFileWriter {
  readonly #file: number
  #offset = 0
  readonly #central: Buffer[] = []

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  async add(name: string, texts: Iterable<string>): Promise<void> {
    const start = this.#offset
    const nameBytes = Buffer.from(name)
    this.#offset += LOCAL_BYTES + nameBytes.length
    const facts = { crc: 0, packed: 0, unpacked: 0 }
    function* counted() {
      for (const text of texts) {
        const bytes = Buffer.from(text)
        facts.crc = crc32(bytes, facts.crc)
        facts.unpacked += bytes.length
        yield bytes
      }
    }
    for await (const chunk of Readable.from(counted()).pipe(createDeflateRaw())) {
      writeSync(this.#file, chunk as Buffer, 0, (chunk as Buffer).length, this.#offset)
      this.#offset += (chunk as Buffer).length
      facts.packed += (chunk as Buffer).length
    }
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(0x04034b50, 0)
    writeFacts(local, 8, facts, nameBytes.length)
    writeSync(this.#file, Buffer.concat([local, nameBytes]), 0, LOCAL_BYTES + nameBytes.length, start)
    const central = Buffer.alloc(CENTRAL_BYTES)
    central.writeUInt32LE(0x02014b50, 0)
    writeFacts(central, 10, facts, nameBytes.length)
    central.writeUInt32LE(start, 42)
    this.#central.push(central, nameBytes)
  }

  close(): void {
    const directory = Buffer.concat(this.#central)
    const end = Buffer.alloc(END_BYTES)
    end.writeUInt32LE(0x06054b50, 0)
    const count = this.#central.length / 2
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    const last = Buffer.concat([directory, end])
    writeSync(this.#file, last, 0, last.length, this.#offset)
    closeSync(this.#file)
  }
}

interface Facts {
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
}

function writeFacts(header: Buffer, at: number, { crc, packed, unpacked }: Facts, nameBytes: number): void {
  header.writeUInt16LE(DEFLATE, at)
  header.writeUInt32LE(crc, at + 6)
  header.writeUInt32LE(packed, at + 10)
  header.writeUInt32LE(unpacked, at + 14)
  header.writeUInt16LE(nameBytes, at + 18)
}
