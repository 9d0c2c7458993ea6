/**
 * The footer of every page: links to documentation, imprint and privacy, and switches for language and
 * colours.
 */
import type { SessionAnswer } from '../api/types.ts'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { ColourSwitch } from './colour-switch.tsx'
import styles from './footer.module.css'
import { LanguageSwitch } from './language-switch.tsx'

export function Footer({ settings }: { readonly settings: SessionAnswer['settings'] | undefined }) {
  const words = useWords(SHELL)
  return (
    <footer className={styles.footer}>
      <nav aria-label={words.footer} className={styles.links}>
        <a href="/docs">{words.docs}</a>
        {settings?.imprint_url && <a href={settings.imprint_url}>{words.imprint}</a>}
        {settings?.privacy_url && <a href={settings.privacy_url}>{words.privacy}</a>}
      </nav>
      <div className={styles.switches}>
        <LanguageSwitch />
        <ColourSwitch />
      </div>
    </footer>
  )
}
