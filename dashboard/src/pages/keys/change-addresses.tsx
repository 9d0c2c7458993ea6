/** Changes the networks from which a key may be used. */
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import type { Key } from '../../api/key-types.ts'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useProven } from '../../parts/proof.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { AddressesField } from './addresses-field.tsx'
import { faultsOfRefusal, linesOf } from './key-form.ts'
import { useKeysRefresh } from './keys-query.ts'

interface ChangeAddressesProps {
  readonly of: Key
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ChangeAddresses({ of: key, isOpen, onClose }: ChangeAddressesProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.addressesTitle}>
      <AddressesForm of={key} onClose={onClose} />
    </Dialog>
  )
}

function AddressesForm({ of: key, onClose }: Omit<ChangeAddressesProps, 'isOpen'>) {
  const words = useWords(KEYS_WORDS)
  const shell = useWords(SHELL)
  const proven = useProven()
  const refresh = useKeysRefresh()
  const [text, setText] = useState(key.addresses.join('\n'))
  const changing = useMutation({
    mutationFn: () => proven(() => post(`keys/${key.id}/addresses`, { addresses: linesOf(text) })),
    onSuccess: () => {
      onClose()
      refresh()
    },
  })
  const fault = faultsOfRefusal(changing.error, text, words).addresses
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    changing.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{words.addressesText}</p>
        <AddressesField
          value={text}
          fault={fault}
          onChange={(value) => {
            setText(value)
            changing.reset()
          }}
        />
        <Failure fault={fault === undefined ? changing.error : null} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={changing.isPending}>
            {shell.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
