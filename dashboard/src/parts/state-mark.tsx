/** One word in a coloured pill; the word says it all, the colour only helps. */
import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

export type Tone = 'good' | 'warn' | 'danger' | 'quiet' | 'accent'

export function StateMark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`${styles.mark} ${styles[tone]}`}>{children}</span>
}
