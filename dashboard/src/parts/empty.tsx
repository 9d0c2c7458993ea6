/** Shown in place of an empty list: one sentence and one action. */
import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface EmptyProps {
  readonly title: string
  readonly text: ReactNode
  /** The action. */
  readonly children?: ReactNode
  /** Whether it fills the whole page, so that its title is the heading of the page. */
  readonly isPage?: boolean
}

export function Empty({ title, text, children, isPage = false }: EmptyProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={isPage ? `${styles.empty} ${styles.page}` : styles.empty}>
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
