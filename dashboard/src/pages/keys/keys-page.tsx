/** Lists all keys of the account; the first page after signing in. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeysAnswer } from '../../api/key-types.ts'
import { Card } from '../../parts/card.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { CreateKey } from './create-key.tsx'
import { FirstSteps } from './first-steps.tsx'
import { KeyTable } from './key-table.tsx'
import styles from './keys.module.css'
import { KEYS } from './keys-query.ts'
import { useFirstUse } from './use-first-use.ts'

export function KeysPage() {
  const words = useWords(KEYS_WORDS)
  const [isCreating, setIsCreating] = useState(false)
  const keys = useQuery(KEYS)
  const isFull = keys.data !== undefined && keys.data.live >= keys.data.live_max
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {keys.data !== undefined && keys.data.keys.length > 0 && (
          <Button onClick={() => setIsCreating(true)} disabled={isFull}>
            {words.create}
          </Button>
        )}
      </PageHead>
      {keys.isError && <PageFailure fault={keys.error} onRetry={() => keys.refetch()} />}
      {keys.isPending && <Rows count={3} />}
      {keys.data && <Loaded answer={keys.data} isFull={isFull} onCreate={() => setIsCreating(true)} />}
      <CreateKey isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}

interface LoadedProps {
  readonly answer: KeysAnswer
  readonly isFull: boolean
  readonly onCreate: () => void
}

function Loaded({ answer, isFull, onCreate }: LoadedProps) {
  const words = useWords(KEYS_WORDS)
  const firstUse = useFirstUse(answer.keys)
  const works = answer.keys.filter((key) => key.works)
  const ended = answer.keys.filter((key) => !key.works)
  return (
    <>
      {isFull && <p className={styles.notice}>{words.atLimit(answer.live_max)}</p>}
      {firstUse.isShown && (
        <FirstSteps keys={answer.keys} isUsed={firstUse.isUsed} onCreate={onCreate} onHide={firstUse.hide} />
      )}
      {works.length > 0 && (
        <Card title={words.list} isFlush>
          <KeyTable keys={works} label={words.list} />
        </Card>
      )}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>{words.ended(ended.length)}</summary>
          <Card isFlush>
            <KeyTable keys={ended} label={words.ended(ended.length)} />
          </Card>
        </details>
      )}
    </>
  )
}
