/** Lists the passkeys, with buttons to add, rename and remove them. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import { hasPasskeys } from '../../api/passkeys.ts'
import { SESSION } from '../../api/queries.ts'
import type { ListPasskeysAnswer, PasskeyEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'
import { PasskeyAddition, PasskeyNaming, PasskeyRemoval } from './passkey-dialogs.tsx'

interface Open {
  readonly act: 'add' | 'name' | 'remove'
  readonly passkey?: PasskeyEntry
}

const PLACE = ['passkeys']

export function PasskeysCard() {
  const words = useWords(ACCOUNT)
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const passkeys = useQuery({
    queryKey: PLACE,
    queryFn: ({ signal }) => get<ListPasskeysAnswer>('account/passkeys', signal),
  })
  const close = (isChanged: boolean) => {
    setOpen(undefined)
    if (!isChanged) return
    void queries.invalidateQueries({ queryKey: PLACE })
    void queries.invalidateQueries({ queryKey: SESSION.queryKey })
  }
  const add = (
    <Button size="sm" onClick={() => setOpen({ act: 'add' })}>
      {words.passkeyAdd}
    </Button>
  )
  return (
    <Card title={words.passkeysTitle} text={words.passkeysText} actions={hasPasskeys() && add} isFlush>
      {passkeys.isPending && <Rows count={1} />}
      {passkeys.isError && <PageFailure fault={passkeys.error} onRetry={() => passkeys.refetch()} />}
      {passkeys.data && <Passkeys passkeys={passkeys.data.passkeys} onOpen={setOpen} />}
      {open?.act === 'add' && <PasskeyAddition onClose={close} />}
      {open?.act === 'name' && open.passkey && <PasskeyNaming passkey={open.passkey} onClose={close} />}
      {open?.act === 'remove' && open.passkey && <PasskeyRemoval passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

interface PasskeysProps {
  readonly passkeys: readonly PasskeyEntry[]
  readonly onOpen: (open: Open) => void
}

function Passkeys({ passkeys, onOpen }: PasskeysProps) {
  const words = useWords(ACCOUNT)
  if (passkeys.length === 0) {
    return <p className={list.none}>{hasPasskeys() ? words.passkeysNone : words.passkeyNot}</p>
  }
  return (
    <ul className={list.rows} aria-label={words.passkeysList}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div className={list.thing}>
            <p className={list.name}>{passkey.name}</p>
            <p className={list.facts}>
              {words.passkeyMade} <Moment at={passkey.created_at} /> ·{' '}
              {passkey.last_used_at === null ? (
                words.passkeyUnused
              ) : (
                <>
                  {words.passkeyUsed} <Moment at={passkey.last_used_at} />
                </>
              )}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button size="sm" variant="default" onClick={() => onOpen({ act: 'name', passkey })}>
              {words.passkeyRename}
            </Button>
            <Button size="sm" variant="default" onClick={() => onOpen({ act: 'remove', passkey })}>
              {words.passkeyRemove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
