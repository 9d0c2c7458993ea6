import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Brings the names in a folder to the disk. Windows cannot open folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
