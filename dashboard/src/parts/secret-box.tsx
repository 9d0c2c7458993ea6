/** Shows a secret that is visible only once, with a button to copy it. */
import { CopyButton } from './copy-button.tsx'
import styles from './secret-box.module.css'

interface SecretBoxProps {
  readonly secret: string
  readonly label: string
  readonly onCopied?: () => void
}

export function SecretBox({ secret, label, onCopied }: SecretBoxProps) {
  return (
    <section className={styles.box} aria-label={label}>
      <code className={styles.secret}>{secret}</code>
      <CopyButton text={secret} what={label} isMain {...(onCopied && { onCopied })} />
    </section>
  )
}
