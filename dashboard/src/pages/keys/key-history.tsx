/** Shows the history of a key, newest first. */
import { useQuery } from '@tanstack/react-query'
import type { Key, KeyHistoryEntry } from '../../api/key-types.ts'
import { Card } from '../../parts/card.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import styles from './key-page.module.css'
import { historyOf } from './keys-query.ts'

interface KeyHistoryProps {
  readonly of: Key
  readonly all: readonly Key[]
}

export function KeyHistory({ of: key, all }: KeyHistoryProps) {
  const words = useWords(KEYS_WORDS)
  const history = useQuery(historyOf(key.id))
  return (
    <Card title={words.history} text={words.historyText} isFlush={history.isSuccess}>
      {history.isPending && <Rows count={2} />}
      {history.isError && <PageFailure fault={history.error} onRetry={() => history.refetch()} />}
      {history.isSuccess && (
        <ol className={styles.entries}>
          {history.data.entries.map((entry) => (
            <Entry key={entry.number} of={entry} start={startOf(entry, key, all)} />
          ))}
        </ol>
      )}
    </Card>
  )
}

/**
 * Returns the visible start of the other key that an entry concerns; `undefined` for the key of this page.
 */
function startOf(entry: KeyHistoryEntry, key: Key, all: readonly Key[]): string | undefined {
  return entry.key === key.id ? undefined : all.find(({ id }) => id === entry.key)?.visible_start
}

function Entry({ of: entry, start }: { readonly of: KeyHistoryEntry; readonly start: string | undefined }) {
  const words = useWords(KEYS_WORDS)
  const who = [words.by[entry.by], entry.device, entry.address].filter((text) => text !== '')
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        {words.events[entry.event](entry.detail)}
        {start !== undefined && (
          <>
            {' '}
            <code>{start}…</code>
          </>
        )}
      </span>
      <span className={styles.when}>
        <Moment at={entry.at} />
      </span>
      {who.length > 0 && <span className={styles.who}>{who.join(' · ')}</span>}
    </li>
  )
}
