/** Labels for the state of a key and for test keys. */
import type { Key } from '../../api/key-types.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'

/** An expiry within this time is shown as a warning. */
const SOON_MS = 14 * 86_400_000

export function KeyState({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const endsAt = endOf(key)
  if (!key.works) return <StateMark tone="quiet">{words.states[key.state]}</StateMark>
  if (endsAt !== undefined) return <StateMark tone="warn">{words.endsIn(format.ago(endsAt))}</StateMark>
  return <StateMark tone="good">{words.states.live}</StateMark>
}

/** A label for test keys; nothing for live keys, as most keys are live. */
export function TestMark({ of: { kind } }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  return kind === 'test' && <StateMark tone="accent">{words.kinds.test.label}</StateMark>
}

/** Returns when a live key ends, if that is soon. */
function endOf({ ends_at, expires_at }: Key): string | undefined {
  if (ends_at !== null) return ends_at
  return expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS ? expires_at : undefined
}
