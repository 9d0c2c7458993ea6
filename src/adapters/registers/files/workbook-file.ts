/**
 * Workbooks of Office Open XML (.xlsx): ZIP archives of several parts, told from archives of one register file by the
 * part that every such package has.
 */
import { posix } from 'node:path'
import { type Archive, type ArchiveMember, openArchive } from './zip-archive.ts'

/** The part that lists the types of all others. */
const CONTENT_TYPES = '[content_types].xml'

/** An open workbook. */
export interface WorkbookFile {
  /** Returns the bytes of a part, whose name is compared without regard to case; `undefined` if there is none. */
  part(name: string): AsyncIterable<Buffer> | undefined
  /** Size of all parts in the archive. */
  readonly packedBytes: number
  /** Share of the bytes of all parts that was read, from 0 to 1. */
  share(): number
  close(): void
}

/** Returns the workbook at a path; `undefined` if the archive there is none. Throws {@link PackingFault}. */
export async function openWorkbook(path: string): Promise<WorkbookFile | undefined> {
  const archive = await openArchive(path)
  try {
    const parts = await partsOf(archive)
    if (parts !== undefined) return workbookOf(archive, parts)
    archive.close()
    return undefined
  } catch (error) {
    archive.close()
    throw error
  }
}

async function partsOf(archive: Archive): Promise<ReadonlyMap<string, ArchiveMember> | undefined> {
  const parts = new Map<string, ArchiveMember>()
  for await (const member of archive.members()) parts.set(keyOf(member.name), member)
  return parts.has(CONTENT_TYPES) ? parts : undefined
}

/** A name is only compared with names of parts. */
function keyOf(name: string): string {
  return posix.join('/', name.replaceAll('\\', '/')).slice(1).toLowerCase()
}

function workbookOf(archive: Archive, parts: ReadonlyMap<string, ArchiveMember>): WorkbookFile {
  const sum = (field: 'packedBytes' | 'unpackedBytes') =>
    parts.values().reduce((total, member) => total + member[field], 0)
  const allBytes = sum('unpackedBytes')
  let readBytes = 0
  async function* counted(member: ArchiveMember): AsyncGenerator<Buffer> {
    for await (const chunk of member.bytes()) {
      readBytes += chunk.length
      yield chunk
    }
  }
  return {
    packedBytes: sum('packedBytes'),
    part: (name) => {
      const member = parts.get(keyOf(name))
      return member && counted(member)
    },
    share: () => Math.min(1, readBytes / Math.max(1, allBytes)),
    close: () => archive.close(),
  }
}
