/** Nothing here yet: one sentence, and one way on. */
import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface EmptyProps {
  readonly title: string
  readonly text: ReactNode
  /** The way on. */
  readonly children?: ReactNode
  /** The whole page says this, so its title is the heading of the page. */
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
