/** The page about one key: its properties, actions and history. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Key } from '../../api/key-types.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { PageLoading } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { KeyDetails } from './key-details.tsx'
import { KeyHistory } from './key-history.tsx'
import styles from './key-page.module.css'
import { KeyState, TestMark } from './key-state.tsx'
import { KEYS } from './keys-query.ts'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

export function KeyPage() {
  const words = useWords(KEYS_WORDS)
  const { id } = useParams({ strict: false }) as { id: string }
  const keys = useQuery(KEYS)
  if (keys.data === undefined) {
    if (keys.isPending) return <PageLoading />
    return <PageFailure fault={keys.error} onRetry={() => keys.refetch()} />
  }
  const key = keys.data.keys.find((each) => each.id === id)
  if (key !== undefined) return <Found key={key.id} of={key} all={keys.data.keys} />
  return (
    <Empty title={words.gone} text={words.goneText} isPage>
      <Link to={'/keys' as string}>{words.back}</Link>
    </Empty>
  )
}

function Found({ of: key, all }: { readonly of: Key; readonly all: readonly Key[] }) {
  const words = useWords(KEYS_WORDS)
  return (
    <>
      <Link to={'/keys' as string} className={styles.back}>
        ← {words.back}
      </Link>
      <PageHead
        title={key.name}
        lead={
          <span className={styles.lead}>
            <code>{key.visible_start}…</code>
            <TestMark of={key} />
            <KeyState of={key} />
          </span>
        }
      >
        {key.works && <Acts of={key} all={all} />}
      </PageHead>
      <KeyDetails of={key} all={all} />
      <KeyHistory of={key} all={all} />
    </>
  )
}

function Acts({ of: key, all }: { readonly of: Key; readonly all: readonly Key[] }) {
  const words = useWords(KEYS_WORDS)
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('rotate')}>
        {words.rotate}
      </Button>
      <Button variant="outline" color="red" onClick={() => setOpen('revoke')}>
        {words.revoke}
      </Button>
      <RotateKey of={key} isOpen={open === 'rotate'} onClose={close} />
      <RevokeKey of={key} all={all} isOpen={open === 'revoke'} onClose={close} />
    </>
  )
}
