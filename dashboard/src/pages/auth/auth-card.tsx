/** The card that every page on the way in is: heading, a sentence, a form, and what else one may want below. */
import type { ReactNode } from 'react'
import { useHeading } from '../../parts/page-head.tsx'
import styles from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  readonly below?: ReactNode
}

export function AuthCard({ title, lead, children, below }: AuthCardProps) {
  const heading = useHeading(title)
  return (
    <div className={styles.column}>
      <section className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children && <div className={styles.body}>{children}</div>}
      </section>
      {below && <p className={styles.below}>{below}</p>}
    </div>
  )
}
