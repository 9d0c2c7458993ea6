/** A secret that is shown once: whole, selectable, to be copied. */
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
