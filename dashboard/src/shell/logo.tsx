/** The name of the product, linked to the start page, which the server chooses. */
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './logo.module.css'

export function Logo() {
  const words = useWords(SHELL)
  return (
    <a href="/" className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="#0f5f6d" />
        <path
          d="M9 23V9h12M9 16h9"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="22.5" cy="21.5" r="2.5" fill="#7fd6e0" />
      </svg>
      <span>{words.product}</span>
    </a>
  )
}
