/** Returns the sentence for a failed call. */
import { CallFailure } from '../api/call.ts'
import { FAILURES } from './failures.ts'
import { type Language, useLanguage } from './language.tsx'

type FailureWords = (typeof FAILURES)['de']

export function failureSentence(fault: unknown, language: Language): string {
  const words = FAILURES[language]
  if (!(fault instanceof CallFailure)) return words.unknown
  if (fault.retryAfterS !== undefined && fault.status === 429) return words.tooManyIn(fault.retryAfterS)
  return sentenceOfReason(fault.reason, words) ?? sentenceOfStatus(fault.status, words)
}

function sentenceOfReason(reason: string | undefined, words: FailureWords): string | undefined {
  const sentence = reason === undefined ? undefined : (words as Record<string, unknown>)[reason]
  return typeof sentence === 'string' ? sentence : undefined
}

function sentenceOfStatus(status: number, words: FailureWords): string {
  if (status === 0) return words.offline
  if (status === 400) return words.invalid
  if (status === 401) return words.signed_out
  if (status === 404) return words.notFound
  if (status === 429) return words.too_many
  return status === 503 ? words.busy : words.unknown
}

export function useFailureSentence(): (fault: unknown) => string {
  const { language } = useLanguage()
  return (fault) => failureSentence(fault, language)
}
