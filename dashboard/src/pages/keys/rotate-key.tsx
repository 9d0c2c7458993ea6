/** Rotates a key: creates a new secret; the old one works until the overlap ends. */
import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import type { Key, RotatedKey } from '../../api/key-types.ts'
import { FIRST_OVERLAP, type Overlap, OverlapField } from '../../parts/overlap-field.tsx'
import { useProven } from '../../parts/proof.ts'
import { SecretModal } from '../../parts/secret-modal.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { KeyMade } from './key-made.tsx'
import styles from './keys.module.css'
import { useKeysRefresh } from './keys-query.ts'
import { MakingFailure } from './making-failure.tsx'

interface RotateKeyProps {
  readonly of: Key
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RotateKey({ of: key, isOpen, onClose }: RotateKeyProps) {
  const words = useWords(KEYS_WORDS)
  const refresh = useKeysRefresh()
  const navigate = useNavigate()
  const [made, setMade] = useState<RotatedKey>()
  const close = () => {
    onClose()
    if (made === undefined) return
    // Reloaded only now, because a page that shows another key would lose the dialog with this secret.
    refresh()
    void navigate({ to: '/keys/$id' as string, params: { id: made.key.id } as never })
    setMade(undefined)
  }
  return (
    <SecretModal
      isOpen={isOpen}
      isSecretShown={made !== undefined}
      title={made === undefined ? words.rotateTitle : words.madeTitle}
      onClose={close}
    >
      {made === undefined ? (
        <RotateForm of={key} onMade={setMade} onCancel={close} />
      ) : (
        <KeyMade made={made} onClose={close} />
      )}
    </SecretModal>
  )
}

interface RotateFormProps {
  readonly of: Key
  readonly onMade: (made: RotatedKey) => void
  readonly onCancel: () => void
}

function RotateForm({ of: key, onMade, onCancel }: RotateFormProps) {
  const words = useWords(KEYS_WORDS)
  const shell = useWords(SHELL)
  const proven = useProven()
  const [overlap, setOverlap] = useState<Overlap>(FIRST_OVERLAP)
  const rotating = useMutation({
    mutationFn: () => proven(() => post<RotatedKey>(`keys/${key.id}/rotate`, { overlap_s: Number(overlap) })),
    onSuccess: onMade,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    rotating.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{words.rotateText}</p>
        <OverlapField label={words.overlap} texts={words.overlaps} value={overlap} onChange={setOverlap} />
        <OldEnd overlap={overlap} />
        <MakingFailure fault={rotating.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" loading={rotating.isPending}>
            {words.rotateAction}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function OldEnd({ overlap }: { readonly overlap: Overlap }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const text =
    overlap === '0' ? words.oldNow : words.oldUntil(format.moment(Date.now() + Number(overlap) * 1000))
  return (
    <p className={styles.quiet} role="status">
      {text}
    </p>
  )
}
