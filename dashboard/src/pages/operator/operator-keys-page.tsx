/** Lists the keys of all accounts, with buttons to change a limit or revoke a key. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import type { OperatorKeysAnswer } from '../../api/types.ts'
import list from '../../parts/list.module.css'
import { StateMark } from '../../parts/state-mark.tsx'
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { LimitDialog } from './limit-dialog.tsx'
import { ListCard } from './list-card.tsx'
import styles from './operator.module.css'
import { OperatorFrame } from './operator-frame.tsx'
import type { KeyRow } from './rows.ts'
import { useSearchBar } from './search-bar.tsx'
import { PLACE, useAct } from './use-act.ts'

export function OperatorKeysPage() {
  const words = useWords(OPERATOR)
  const { searchText, bar } = useSearchBar(words.findKey)
  const keys = useQuery({
    queryKey: [PLACE, 'keys', searchText],
    queryFn: ({ signal }) =>
      get<OperatorKeysAnswer>(`operator/keys?${new URLSearchParams({ q: searchText })}`, signal),
  })
  return (
    <OperatorFrame>
      {bar}
      <ListCard
        title={words.keys}
        query={keys}
        read={(answer) => answer.keys}
        none={words.keysNone}
        noneText={words.keysNoneText}
        item={(key) => <Row key={key.id} of={key} />}
      />
    </OperatorFrame>
  )
}

function Row({ of: key }: { readonly of: KeyRow }) {
  const words = useWords(OPERATOR)
  const keyWords = useWords(KEYS_WORDS)
  const format = useFormat()
  const { limit } = key
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {key.name} <code>{key.visible_start}…</code>
          <StateMark tone={key.works ? 'good' : 'quiet'}>{keyWords.states[key.state]}</StateMark>
        </p>
        <p className={list.facts}>
          {key.email ?? words.commandLine} ·{' '}
          {limit === null
            ? words.limitDefault
            : words.limitOf(format.number(limit.quota), `${format.number(limit.window_s)} s`)}
          {' · '}
          {keyWords.lastUsed}: {key.last_used_at === null ? keyWords.neverUsed : format.ago(key.last_used_at)}
        </p>
      </div>
      {key.works && <Acts of={key} />}
    </li>
  )
}

function Acts({ of: key }: { readonly of: KeyRow }) {
  const words = useWords(OPERATOR)
  const [open, setOpen] = useState<'limit' | 'revoke' | undefined>(undefined)
  const close = () => setOpen(undefined)
  const revoking = useAct(() => ({ path: `keys/${encodeURIComponent(key.id)}/revoke` }), close)
  return (
    <div className={styles.acts}>
      <Button
        variant="default"
        size="sm"
        onClick={() => setOpen('limit')}
        aria-label={`${words.setLimit} ${key.name}`}
      >
        {words.setLimit}
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={() => setOpen('revoke')}
        aria-label={`${words.revoke} ${key.name}`}
      >
        {words.revoke}
      </Button>
      <LimitDialog of={key} isOpen={open === 'limit'} onClose={close} />
      <TypedConfirmation
        isOpen={open === 'revoke'}
        title={words.revoke}
        text={key.name}
        action={words.revoke}
        isPending={revoking.isPending}
        fault={revoking.error}
        onConfirm={() => revoking.mutate()}
        onClose={close}
      >
        <p>{words.revokeText(key.name)}</p>
      </TypedConfirmation>
    </div>
  )
}
