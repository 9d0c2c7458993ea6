/** A card: a white area for a form, a list or another section of a page. */
import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly title?: ReactNode
  readonly text?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Without padding, so that lists and tables reach the edge. */
  readonly isFlush?: boolean
}

export function Card({ title, text, actions, children, isFlush = false }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className={styles.head}>
          <div>
            <h2 id={id}>{title}</h2>
            {text && <p className={styles.text}>{text}</p>}
          </div>
          {actions}
        </div>
      )}
      {children !== undefined && <div className={isFlush ? styles.flush : styles.body}>{children}</div>}
    </section>
  )
}
