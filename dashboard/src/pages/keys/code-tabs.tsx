/** Shows the same program in several languages, one at a time, with a button to copy it. */
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import styles from './code-tabs.module.css'
import type { Snippet } from './snippets.ts'

interface CodeTabsProps {
  readonly snippets: readonly Snippet[]
  readonly onCopied?: () => void
}

export function CodeTabs({ snippets, onCopied }: CodeTabsProps) {
  const words = useWords(KEYS_WORDS)
  const [chosen, setChosen] = useState<string | null>(snippets[0]?.id ?? null)
  return (
    <Tabs value={chosen} onChange={setChosen} className={styles.tabs}>
      <div className={styles.head}>
        <Tabs.List aria-label={words.language}>
          {snippets.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton
          text={snippets.find(({ id }) => id === chosen)?.text ?? ''}
          what={words.snippet}
          {...(onCopied && { onCopied })}
        />
      </div>
      {snippets.map(({ id, label, text }) => (
        <Tabs.Panel key={id} value={id}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are read by scrolling, also with the keyboard */}
          <section className={styles.code} tabIndex={0} aria-label={`${words.snippet} ${label}`}>
            <pre>
              <code>{text}</code>
            </pre>
          </section>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
