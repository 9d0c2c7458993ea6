/** The dialogs for passkeys. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { makePasskey } from '../../api/passkeys.ts'
import type { PasskeyEntry } from '../../api/types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { useProven } from '../../parts/proof.ts'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'

interface DialogProps {
  readonly onClose: (isChanged: boolean) => void
}
interface PasskeyDialogProps extends DialogProps {
  readonly passkey: PasskeyEntry
}

export function PasskeyAddition({ onClose }: DialogProps) {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  return (
    <NameDialog
      title={words.passkeyAdd}
      action={words.passkeyAdd}
      name=""
      onName={(name) => makePasskey(proven, name)}
      onClose={onClose}
    />
  )
}

export function PasskeyNaming({ passkey, onClose }: PasskeyDialogProps) {
  const words = useWords(ACCOUNT)
  return (
    <NameDialog
      title={words.passkeyRename}
      action={words.passkeyRename}
      name={passkey.name}
      onName={(name) => post(`account/passkeys/${encodeURIComponent(passkey.id)}/name`, { name })}
      onClose={onClose}
    />
  )
}

export function PasskeyRemoval({ passkey, onClose }: PasskeyDialogProps) {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  const removing = useMutation({
    mutationFn: () => proven(() => post(`account/passkeys/${encodeURIComponent(passkey.id)}/remove`)),
    onSuccess: () => onClose(true),
  })
  const giveUp = () => onClose(false)
  return (
    <Dialog opened title={words.passkeyRemoveTitle} onClose={giveUp}>
      <Stack>
        <p>{words.passkeyRemoveText(passkey.name)}</p>
        <Failure fault={removing.error} />
        <DialogButtons onClose={giveUp}>
          <Button color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
            {words.passkeyRemove}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

interface NameDialogProps extends DialogProps {
  readonly title: string
  readonly action: string
  readonly name: string
  readonly onName: (name: string) => Promise<unknown>
}

function NameDialog({ title, action, name, onName, onClose }: NameDialogProps) {
  const words = useWords(ACCOUNT)
  const form = useFields({ name })
  const wanted = form.values.name.trim()
  const naming = useMutation({ mutationFn: () => onName(wanted), onSuccess: () => onClose(true) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ name: wanted === '' && words.passkeyNameMissing })) naming.mutate()
  }
  const giveUp = () => onClose(false)
  return (
    <Dialog opened title={title} onClose={giveUp}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            {...form.field('name')}
            label={words.passkeyName}
            description={words.passkeyNameHint}
            maxLength={PASSKEY_NAME_CHARS_MAX}
            autoComplete="off"
          />
          <Failure fault={isRefusedFor(naming.error, 'given_up') ? null : naming.error} />
          <DialogButtons onClose={giveUp}>
            <Button type="submit" loading={naming.isPending}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The same limit as on the server. */
const PASSKEY_NAME_CHARS_MAX = 100
