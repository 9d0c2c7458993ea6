/** Errors of the operating system that people can do something about, as sentences. */
import { Failure } from './failure.ts'

/** Of a process that may open no more files; everything else that fails then fails of this. */
export const TOO_MANY_FILES =
  'this process has as many files open as it may. Raise the limit: `ulimit -n 4096`, or LimitNOFILE=4096 in a unit of systemd.'

const SENTENCE_OF_CODE: Readonly<Record<string, string>> = {
  ENOSPC: 'cannot be written: the disk is full.',
  EDQUOT: 'cannot be written: the quota on that disk is used up.',
  EROFS: 'cannot be written: the disk is read-only.',
  EIO: 'cannot be read or written: the disk reports a fault. See the log of the system.',
}
const OUT_OF_MEMORY =
  'A thread is out of memory. Give the program more, or look at the limits that it runs under (`ulimit -a`, MemoryMax=).'
const TOO_MANY_CODES = ['EMFILE', 'ENFILE']
/** Node wraps the code where it starts a thread or reads a module. */
const TOO_MANY_TEXT = /\b(EMFILE|ENFILE)\b|too many open files/

/** Whether an error says that no more files can be opened. */
export function isOutOfFiles(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return TOO_MANY_CODES.includes(code) || TOO_MANY_TEXT.test(message)
}

/** Of an error that people can do something about, a sentence; `undefined` for any other. `path`: where the error names none. */
export function systemSentence(error: unknown, path?: string): string | undefined {
  if (!(error instanceof Error) || error instanceof Failure) return undefined
  if (isOutOfFiles(error)) return TOO_MANY_FILES.replace(/^t/, 'T')
  const { code = '', path: named = path } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return OUT_OF_MEMORY
  const sentence = SENTENCE_OF_CODE[code]
  return sentence && `${named ?? 'A file'} ${sentence}`
}

/** The same as a Failure `service_unavailable`; any other error as it is. */
export function systemFailure(error: unknown, path?: string): unknown {
  const sentence = systemSentence(error, path)
  return sentence === undefined ? error : new Failure('service_unavailable', sentence)
}
