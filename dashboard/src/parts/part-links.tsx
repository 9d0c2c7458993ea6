/** The parts of one area, side by side under its heading: links, of which one is where one is. */
import { Link } from '@tanstack/react-router'
import styles from './part-links.module.css'

interface PartLinksProps {
  readonly label: string
  readonly parts: readonly { readonly to: string; readonly word: string }[]
}

export function PartLinks({ label, parts }: PartLinksProps) {
  return (
    <nav aria-label={label} className={styles.parts}>
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
