/** Shows new recovery codes once, to be copied, saved as a file or printed. Only its button closes it. */
import { Button, Group, Stack } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { keepAsFile } from '../../parts/keep-as-file.ts'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'

interface CodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const words = useWords(ACCOUNT)
  const text = codes.join('\n')
  const keep = () => keepAsFile('firmensuche-codes.txt', 'text/plain', `${words.codesFile}\n\n${text}\n`)
  return (
    <Dialog
      opened
      onClose={() => {}}
      title={words.codesTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <p>{words.codesText}</p>
        <ul className={styles.codes} aria-label={words.codesTitle}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton text={text} what={words.codesTitle} />
          <Button size="sm" variant="default" onClick={keep}>
            {words.codesDownload}
          </Button>
          <Button size="sm" variant="default" onClick={() => print()}>
            {words.codesPrint}
          </Button>
        </Group>
        <Button onClick={onClose}>{words.codesDone}</Button>
      </Stack>
    </Dialog>
  )
}
