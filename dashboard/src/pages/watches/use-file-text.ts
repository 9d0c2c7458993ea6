/** The text of a file that was chosen or dropped. */
import { useState } from 'react'
import { textOfFile } from './row-lines.ts'

/** Larger than 10,000 lines of the longest number, court and reference that people have, in bytes. */
const FILE_BYTES_MAX = 4 * 1024 * 1024

/** Why there is no text; each has a sentence in `WATCHES_WORDS`. */
export type FileFault = 'fileTooLarge' | 'fileNotText' | 'fileUnreadable'

/** `onText` gets the text of each file that has one, also of those that are chosen while another is read. */
export function useFileText(onText: (text: string) => void) {
  const [file, setFile] = useState<File>()
  const [running, setRunning] = useState(0)
  const [fault, setFault] = useState<FileFault>()
  const choose = async (chosen: File) => {
    setFile(chosen)
    setFault(undefined)
    setRunning((count) => count + 1)
    const read = await readText(chosen)
    setRunning((count) => count - 1)
    if (typeof read === 'string') setFault(read)
    else onText(read.text)
  }
  return { file, isReading: running > 0, fault, choose }
}

async function readText(file: File): Promise<{ readonly text: string } | FileFault> {
  if (file.size > FILE_BYTES_MAX) return 'fileTooLarge'
  try {
    const text = await textOfFile(file)
    return text === undefined ? 'fileNotText' : { text }
  } catch {
    return 'fileUnreadable'
  }
}
