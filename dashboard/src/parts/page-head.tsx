/**
 * The heading of a page. It is also the title of the tab, and the starting point of screen readers after
 * navigation.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { isolated } from '../words/isolated.ts'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { hasNoFocus } from './focus-trail.ts'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons to the right. */
  readonly children?: ReactNode
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  const heading = useHeading(title)
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Sets the title of the tab, and focuses the heading after navigation inside the app. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useWords(SHELL)
  useEffect(() => {
    document.title = `${isolated(title)} – ${words.product}`
  }, [title, words])
  useEffect(() => {
    const { activeElement } = document
    const isLost = hasNoFocus() || activeElement?.matches('nav a')
    // The page itself has the focus only until its heading is drawn.
    const isAwaited = activeElement?.matches('main')
    if (isAwaited || (isLost && cameFromWithin())) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/**
 * Returns whether the page was opened inside the app: the router counts pages in the state of the history.
 */
function cameFromWithin(): boolean {
  return ((history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0) > 0
}
