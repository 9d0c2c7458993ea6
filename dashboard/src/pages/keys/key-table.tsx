/** Lists keys in a table; on a narrow screen each row is a card. */
import { Link } from '@tanstack/react-router'
import type { Key } from '../../api/key-types.ts'
import { Moment } from '../../parts/moment.tsx'
import { useFormat } from '../../words/format.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { KeyState, TestMark } from './key-state.tsx'
import styles from './key-table.module.css'

interface KeyTableProps {
  readonly keys: readonly Key[]
  readonly label: string
}

export function KeyTable({ keys, label }: KeyTableProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.rights}</th>
          <th scope="col">{words.lastUsed}</th>
          <th scope="col">{words.expiry}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} of={key} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  return (
    <tr>
      <th scope="row">
        <Link to={'/keys/$id' as string} params={{ id: key.id } as never} className={styles.link}>
          {key.name}
        </Link>
        <span className={styles.start}>
          <code>{key.visible_start}…</code>
          <TestMark of={key} />
        </span>
      </th>
      <td data-word={words.rights}>
        <span>{key.scopes.map((scope) => words.scopes[scope].short).join(', ')}</span>
        {key.addresses.length > 0 && <span className={styles.more}>{words.bound(key.addresses.length)}</span>}
      </td>
      <td data-word={words.lastUsed}>
        {key.last_used_at === null ? (
          <span className={styles.nothing}>{words.neverUsed}</span>
        ) : (
          <Moment at={key.last_used_at} />
        )}
        {key.requests_24h > 0 && (
          <span className={styles.more}>
            {words.requests(key.requests_24h, format.number(key.requests_24h))}
          </span>
        )}
      </td>
      <td data-word={words.expiry}>
        <Expiry of={key} />
      </td>
      <td data-word={words.state}>
        <KeyState of={key} />
      </td>
    </tr>
  )
}

function Expiry({ of: { expires_at } }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const format = useFormat()
  if (expires_at === null) return <span className={styles.nothing}>{words.never}</span>
  return (
    <time dateTime={expires_at} title={format.moment(expires_at)}>
      {format.day(expires_at)}
    </time>
  )
}
