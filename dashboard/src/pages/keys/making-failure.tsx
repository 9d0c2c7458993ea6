/** Shows why a key could not be created. */
import { isRefusedFor } from '../../api/call.ts'
import { Failure } from '../../parts/failure.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'

/** The limit on new keys is counted by day, so a number of seconds to wait would not help. */
export function MakingFailure({ fault }: { readonly fault: unknown }) {
  const words = useWords(KEYS_WORDS)
  const isTooFast = isRefusedFor(fault, 'too_many')
  return <Failure fault={fault} {...(isTooFast && { text: words.tooManyToday })} />
}
