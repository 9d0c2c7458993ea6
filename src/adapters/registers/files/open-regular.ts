/** Opens the files that a person names. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileFault } from './file-faults.ts'

/**
 * Opens a file for reading.
 *
 * @throws {FileFault} if it is a folder, a pipe or a device. Errors of the file system as they are.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  // Opening a pipe would wait for somebody who writes into it, and a process cannot even end meanwhile.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stat = await handle.stat()
  if (stat.isFile()) return handle
  await handle.close()
  // A folder can be opened without an error and fails only at the first read, differently on each system.
  throw fileFault(path, stat.isDirectory() ? 'folder' : 'not_a_file')
}
