/** The state of a job as one word. */
import type { MatchEntry } from '../../api/types.ts'
import { StateMark, type Tone } from '../../parts/state-mark.tsx'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'

const TONES: Readonly<Record<MatchEntry['state'], Tone>> = {
  queued: 'quiet',
  running: 'accent',
  done: 'good',
  failed: 'danger',
}

export function JobState({ job: { state } }: { readonly job: MatchEntry }) {
  const words = useWords(MATCHES_WORDS)
  return <StateMark tone={TONES[state]}>{words.jobStates[state]}</StateMark>
}
