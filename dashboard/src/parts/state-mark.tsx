/** A coloured label of one word; the colour only repeats its meaning. */
import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

export type Tone = 'good' | 'warn' | 'danger' | 'quiet' | 'accent'

export function StateMark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`${styles.mark} ${styles[tone]}`}>{children}</span>
}
