/** The sentence for a list that was refused. */
import { CallFailure } from '../api/call.ts'
import type { Language } from './language.tsx'
import { MATCHES_WORDS } from './matches.ts'

/** Returns why a list was refused; `undefined` for refusals that have nothing to do with it, which have sentences of their own. */
export function listFault(fault: unknown, language: Language): string | undefined {
  const words = MATCHES_WORDS[language]
  if (!(fault instanceof CallFailure)) return undefined
  if (fault.status === 413) return words.tooLarge
  if (fault.status === 409) return words.oneAtATime
  const [first] = fault.faults
  if (fault.status !== 400 || first === undefined) return undefined
  if (first.reason === 'required' && first.field === '') return words.emptyFile
  if (first.reason === 'format') return words.unknownFormat
  if (first.field === 'name') return words.needsColumn
  return words.unreadable(/^line (\d+)$/.exec(first.field)?.[1] ?? '')
}
