/** Creates a key: first the form, then its secret, which is shown once. */
import { useState } from 'react'
import type { IssuedKey } from '../../api/key-types.ts'
import { SecretModal } from '../../parts/secret-modal.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { KeyMade } from './key-made.tsx'

interface CreateKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CreateKey({ isOpen, onClose }: CreateKeyProps) {
  const words = useWords(KEYS_WORDS)
  const [made, setMade] = useState<IssuedKey>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <SecretModal
      isOpen={isOpen}
      isSecretShown={made !== undefined}
      title={made === undefined ? words.createTitle : words.madeTitle}
      onClose={close}
    >
      {made === undefined ? (
        <CreateKeyForm onMade={setMade} onCancel={close} />
      ) : (
        <KeyMade made={made} onClose={close} />
      )}
    </SecretModal>
  )
}
