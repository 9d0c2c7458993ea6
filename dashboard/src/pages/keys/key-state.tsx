/** How a key stands, and whether it is one for trying out, each in a word. */
import type { Key } from '../../api/key-types.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'

/** From then on an expiry is worth a warning. */
const SOON_MS = 14 * 86_400_000

export function KeyState({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const endsAt = endOf(key)
  if (!key.works) return <StateMark tone="quiet">{words.states[key.state]}</StateMark>
  if (endsAt !== undefined) return <StateMark tone="warn">{words.endsIn(format.ago(endsAt))}</StateMark>
  return <StateMark tone="good">{words.states.live}</StateMark>
}

/** Nothing for a live key, as nearly all are. */
export function TestMark({ of: { kind } }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  return kind === 'test' && <StateMark tone="accent">{words.kinds.test.label}</StateMark>
}

/** When a working key ends, if that is soon. */
function endOf({ ends_at, expires_at }: Key): string | undefined {
  if (ends_at !== null) return ends_at
  return expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS ? expires_at : undefined
}
