/** Revokes a key after its name was typed. */
import { useMutation } from '@tanstack/react-query'
import { post } from '../../api/call.ts'
import type { Key } from '../../api/key-types.ts'
import { useProven } from '../../parts/proof.ts'
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { useKeysRefresh } from './keys-query.ts'

interface RevokeKeyProps {
  readonly of: Key
  readonly all: readonly Key[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RevokeKey({ of: key, all, isOpen, onClose }: RevokeKeyProps) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  const proven = useProven()
  const refresh = useKeysRefresh()
  const revoking = useMutation({
    mutationFn: (name: string) => proven(() => post(`keys/${key.id}/revoke`, { name })),
    onSuccess: () => {
      onClose()
      refresh()
    },
  })
  const other = all.find(({ id, works }) => works && (id === key.rotated_from || id === key.successor))
  return (
    <TypedConfirmation
      isOpen={isOpen}
      title={words.revokeTitle}
      text={key.name}
      action={words.revokeAction}
      isPending={revoking.isPending}
      fault={revoking.error}
      onConfirm={(name) => revoking.mutate(name)}
      onClose={onClose}
    >
      <p>
        {words.revokeText(key.name)}
        {key.last_used_at !== null && ` ${words.revokeUsed(format.ago(key.last_used_at))}`}
      </p>
      {other && <p>{words.revokeOther(`${other.visible_start}…`)}</p>}
    </TypedConfirmation>
  )
}
