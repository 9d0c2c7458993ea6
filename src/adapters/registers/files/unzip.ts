/** Reads the file in a ZIP archive. */
import { PackingFault } from './packing.ts'
import { type Archive, type ArchiveMember, openArchive } from './zip-archive.ts'

/** Returns the bytes of the only file in an archive. They throw `PackingFault` if there is none, or too much. */
export function unzip(path: string): { bytesDone: () => number; chunks: AsyncIterable<Buffer> } {
  const place = { share: 0, packed: 0 }
  return { bytesDone: () => Math.round(place.share * place.packed), chunks: chunksOf(path, place) }
}

/** How much of the packed bytes was read. */
interface Place {
  share: number
  packed: number
}

async function* chunksOf(path: string, place: Place): AsyncGenerator<Buffer> {
  const archive = await openArchive(path)
  try {
    const file = await onlyFile(archive)
    place.packed = file.packedBytes
    let bytes = 0
    for await (const chunk of file.bytes()) {
      bytes += chunk.length
      place.share = Math.min(1, bytes / Math.max(1, file.unpackedBytes))
      yield chunk
    }
  } finally {
    archive.close()
  }
}

async function onlyFile(archive: Archive): Promise<ArchiveMember> {
  const files: ArchiveMember[] = []
  for await (const member of archive.members()) {
    files.push(member)
    if (files.length > 1) break
  }
  const [file] = files
  if (file === undefined || files.length > 1) throw new PackingFault('archive_files')
  return file
}
