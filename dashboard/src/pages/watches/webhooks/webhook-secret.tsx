/** Shows the secret of a webhook once. */
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { DialogFoot } from '../../../parts/dialog.tsx'
import { SecretBox } from '../../../parts/secret-box.tsx'
import { useHeldTab } from '../../../parts/secret-modal.tsx'
import { useWords } from '../../../words/language.tsx'
import { WEBHOOKS_WORDS } from '../../../words/webhooks.ts'
import styles from '../watches.module.css'

interface WebhookSecretProps {
  readonly secret: string
  /** What became of the secret before. */
  readonly old?: string
  readonly onClose: () => void
}

export function WebhookSecret({ secret, old, onClose }: WebhookSecretProps) {
  const words = useWords(WEBHOOKS_WORDS)
  const [isCopied, setIsCopied] = useState(false)
  useHeldTab(!isCopied)
  return (
    <Stack>
      <p className={styles.once}>
        <strong>{words.madeOnce}</strong>
        {words.madeText}
      </p>
      <SecretBox secret={secret} label={words.secret} onCopied={() => setIsCopied(true)} />
      {old !== undefined && <p className={styles.quiet}>{old}</p>}
      <DialogFoot>
        <Button onClick={onClose}>{words.stored}</Button>
      </DialogFoot>
    </Stack>
  )
}
