/** Copies a text to the clipboard and confirms it. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CheckIcon, CopyIcon } from '../shell/icons.tsx'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './copy-button.module.css'

interface CopyButtonProps {
  readonly text: string
  /** Name of the copied text for screen readers, as a page may have several such buttons. */
  readonly what?: string
  readonly onCopied?: () => void
  readonly isMain?: boolean
}

const SHOWN_MS = 2_500

export function CopyButton({ text, what, onCopied, isMain = false }: CopyButtonProps) {
  const words = useWords(SHELL)
  const clipboard = useClipboard({ timeout: SHOWN_MS })
  const copy = () => {
    clipboard.copy(text)
    onCopied?.()
  }
  return (
    <>
      <Button
        size="sm"
        variant={isMain ? 'filled' : 'default'}
        leftSection={clipboard.copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
        onClick={copy}
      >
        {clipboard.copied ? words.copied : words.copy}
        {what && <span className={styles.what}> {what}</span>}
      </Button>
      <span role="status" className={styles.what}>
        {clipboard.copied && words.copied}
      </span>
    </>
  )
}
