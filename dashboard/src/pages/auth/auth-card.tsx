/** The frame of a step of signing in: heading, sentence, form, and links below. */
import { createContext, type ReactNode, useContext } from 'react'
import { useHeading } from '../../parts/page-head.tsx'
import styles from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  readonly below?: ReactNode
}

/**
 * Whether the steps of signing in are shown in a dialog over another page. Then they do not leave that page.
 */
export const IsInDialog = createContext(false)

/** A step as a page of its own, or as part of a dialog, which has a title already. */
export function AuthStep(props: AuthCardProps & { readonly isFirst?: boolean }) {
  const isInDialog = useContext(IsInDialog)
  if (!isInDialog) return <AuthCard {...props} />
  const { title, lead, children, below, isFirst = false } = props
  return (
    <section>
      {!isFirst && <h3>{title}</h3>}
      {lead && <p className={isFirst ? undefined : styles.lead}>{lead}</p>}
      <div className={styles.body}>{children}</div>
      {below && <p className={styles.below}>{below}</p>}
    </section>
  )
}

/** The card of every page for signing in and signing up. */
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
