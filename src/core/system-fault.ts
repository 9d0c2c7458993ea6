/** Sentences for errors of the operating system that the operator can fix. */
import { Failure } from './failure.ts'

/** The sentence for a process at its limit of open files, which makes all kinds of other operations fail. */
export const TOO_MANY_FILES =
  'this process has reached its limit of open files. Raise the limit: `ulimit -n 4096`, or LimitNOFILE=4096 in a systemd unit.'

const SENTENCE_OF_CODE: Readonly<Record<string, string>> = {
  ENOSPC: 'cannot be written: the disk is full.',
  EDQUOT: 'cannot be written: the disk quota is used up.',
  EROFS: 'cannot be written: the disk is read-only.',
  EIO: 'cannot be read or written: the disk reports an error. See the system log.',
}
const OUT_OF_MEMORY =
  'A thread is out of memory. Give the program more memory, or check its limits (`ulimit -a`, MemoryMax=).'
const TOO_MANY_CODES = ['EMFILE', 'ENFILE']
/** Matches messages: Node wraps the code when it starts a thread or reads a module. */
const TOO_MANY_TEXT = /\b(EMFILE|ENFILE)\b|too many open files/

/** Whether the error means that no more files can be opened. */
export function isOutOfFiles(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return TOO_MANY_CODES.includes(code) || TOO_MANY_TEXT.test(message)
}

/**
 * Returns a sentence for an error that the operator can fix, `undefined` for any other. `path` is used where
 * the error contains none.
 */
export function systemSentence(error: unknown, path?: string): string | undefined {
  if (!(error instanceof Error) || error instanceof Failure) return undefined
  if (isOutOfFiles(error)) return TOO_MANY_FILES.replace(/^t/, 'T')
  const { code = '', path: named = path } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return OUT_OF_MEMORY
  const sentence = SENTENCE_OF_CODE[code]
  return sentence && `${named ?? 'A file'} ${sentence}`
}

/**
 * Returns the error as a Failure `service_unavailable` with its `systemSentence`; any error without one
 * unchanged.
 */
export function systemFailure(error: unknown, path?: string): unknown {
  const sentence = systemSentence(error, path)
  return sentence === undefined ? error : new Failure('service_unavailable', sentence)
}
