/** The sub-navigation of one area: links, of which the current one is marked. */
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './part-links.module.css'

interface PartLinksProps {
  readonly label: string
  readonly parts: readonly { readonly to: string; readonly word: string }[]
}

export function PartLinks({ label, parts }: PartLinksProps) {
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path, another link that must be seen
  useEffect(() => {
    const here = list.current?.querySelector('[aria-current="page"]')
    here?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label={label} className={styles.parts} ref={list}>
      {parts.map(({ to, word }) => (
        <Link
          key={to}
          to={to}
          className={styles.part}
          activeOptions={{ exact: true }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
