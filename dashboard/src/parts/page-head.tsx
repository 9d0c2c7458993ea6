/**
 * The heading of a page: also its title in the tab, and where a screen reader starts after a change of page.
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

/** Names the tab, and moves the focus to the heading when one came here by a link inside the app. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useWords(SHELL)
  useEffect(() => {
    document.title = `${isolated(title)} – ${words.product}`
  }, [title, words])
  useEffect(() => {
    const { activeElement } = document
    const isLost = hasNoFocus() || activeElement?.matches('nav a')
    // The page itself has it only while its heading is awaited.
    const isAwaited = activeElement?.matches('main')
    if (isAwaited || (isLost && cameFromWithin())) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** The router counts its pages in the state of the history; the first one was opened by the browser. */
function cameFromWithin(): boolean {
  return ((history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0) > 0
}
