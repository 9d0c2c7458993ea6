/** A link that the operator hands over, because no mail server does. */
import { Modal, Stack } from '@mantine/core'
import { SecretBox } from '../../parts/secret-box.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { SHELL } from '../../words/shell.ts'

export function OneTimeLink({
  link,
  onClose,
}: {
  readonly link: string | null
  readonly onClose: () => void
}) {
  const words = useWords(OPERATOR)
  const shell = useWords(SHELL)
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={words.linkTitle}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Stack>
        <p>{words.linkText}</p>
        {link !== null && <SecretBox secret={link} label={words.linkTitle} />}
      </Stack>
    </Modal>
  )
}
