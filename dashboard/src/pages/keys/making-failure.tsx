/** Why no key was made. */
import { isRefusedFor } from '../../api/call.ts'
import { Failure } from '../../parts/failure.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'

/** The pace of making keys is counted by the day, so that a wait of seconds would be no advice. */
export function MakingFailure({ fault }: { readonly fault: unknown }) {
  const words = useWords(KEYS_WORDS)
  const isTooFast = isRefusedFor(fault, 'too_many')
  return <Failure fault={fault} {...(isTooFast && { text: words.tooManyToday })} />
}
