/**
 * Opens files for writing under names that others can foretell. Whoever may write into the folder could put a link there,
 * through which this process would write to another file: neither a link nor a file of somebody else is ever written to.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'

const { O_RDWR, O_WRONLY, O_CREAT } = constants
// Windows has neither of them. Without O_NONBLOCK, opening a pipe waits for its reader.
const NO_LINK = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const FILE_MODE = 0o600

/**
 * Creates a file and opens it for writing. What had its name, a file or a link, is removed first.
 *
 * @throws the error of the file system; `EEXIST` if somebody else creates the name at the same moment.
 */
export function createFile(path: string, mode = FILE_MODE): number {
  rmSync(path, { force: true })
  return openSync(path, 'wx+', mode)
}

/** Creates a file with this content, as `createFile`. The content is on disk when it returns. */
export function createFileWith(path: string, content: string | Uint8Array, mode = FILE_MODE): void {
  const file = createFile(path, mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Creates an empty file if there is none. @throws the error of the file system; `ELOOP` if it is a link. */
export function touchFile(path: string, mode = FILE_MODE): number {
  return openSync(path, O_WRONLY | O_CREAT | NO_LINK, mode)
}

/**
 * Opens a file for reading and writing that this user has created.
 *
 * @throws an error with a sentence if it is a link or no regular file, if it is another user's, or if it has a second name;
 * otherwise the error of the file system.
 */
export function openOwnFile(path: string): number {
  const file = openedFile(path)
  const stats = fstatSync(file)
  const isOwn = process.geteuid === undefined || stats.uid === process.geteuid()
  if (stats.isFile() && isOwn && stats.nlink === 1) return file
  closeSync(file)
  throw notOwn(path)
}

function openedFile(path: string): number {
  try {
    return openSync(path, O_RDWR | NO_LINK)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? notOwn(path) : error
  }
}

function notOwn(path: string): Error {
  return new Error(`${path} is a link, or not a file that only this user has`)
}
