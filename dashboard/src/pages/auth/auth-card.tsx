/** A step on the way in: heading, a sentence, a form, and what else one may want below. */
import { createContext, type ReactNode, useContext } from 'react'
import { useHeading } from '../../parts/page-head.tsx'
import styles from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  readonly below?: ReactNode
}

/** Whether the steps of signing in stand in a dialog over another page, which must not be left by them. */
export const IsInDialog = createContext(false)

/** As a page of its own, or as part of a dialog that says itself what it is for. */
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

/** The card that every page on the way in is. */
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
