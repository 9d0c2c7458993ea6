/** The state of a webhook in words. */
import type { WebhookEntry } from '../../../api/types.ts'
import { StateMark, type Tone } from '../../../parts/state-mark.tsx'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'

type State = 'works' | 'waiting' | 'failing' | 'paused'

const TONES: Readonly<Record<State, Tone>> = {
  works: 'good',
  waiting: 'accent',
  failing: 'danger',
  paused: 'warn',
}

export function WebhookState({ webhook }: { readonly webhook: WebhookEntry }) {
  const words = useWords(WEBHOOKS_WORDS)
  const state = stateOf(webhook)
  return <StateMark tone={TONES[state]}>{words.states[state]}</StateMark>
}

function stateOf({ state, failing, waiting }: WebhookEntry): State {
  if (state === 'paused') return 'paused'
  if (failing !== null) return 'failing'
  return waiting > 0 ? 'waiting' : 'works'
}

/** Returns a function that says how many events wait, and since when. */
export function useWaitingText(): (webhook: WebhookEntry) => string {
  const words = useWords(WEBHOOKS_WORDS)
  const format = useFormat()
  return ({ events, waiting, waiting_since }) => {
    if (events === 0) return words.noEvents
    if (waiting === 0 || waiting_since === null) return words.noneWaiting
    return words.waitingSince(waiting, format.number(waiting), format.ago(waiting_since))
  }
}

/** Returns a function that says why a delivery failed. */
export function useFaultText(): (failing: NonNullable<WebhookEntry['failing']>) => string {
  const words = useWords(WEBHOOKS_WORDS)
  return ({ fault, status }) => {
    const text = words.faults[fault]
    return status === null ? text : words.withStatus(text, status)
  }
}

/** Returns host and port of an address; they name a webhook without a note. */
export function hostOf(url: string): string {
  return new URL(url).host
}
