/** Shows a link that the operator passes on, if the server has no mail server. */
import { Stack } from '@mantine/core'
import { Dialog } from '../../parts/dialog.tsx'
import { SecretBox } from '../../parts/secret-box.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'

export function OneTimeLink({
  link,
  onClose,
}: {
  readonly link: string | null
  readonly onClose: () => void
}) {
  const words = useWords(OPERATOR)
  return (
    <Dialog opened={link !== null} onClose={onClose} title={words.linkTitle}>
      <Stack>
        <p>{words.linkText}</p>
        {link !== null && <SecretBox secret={link} label={words.linkTitle} />}
      </Stack>
    </Dialog>
  )
}
