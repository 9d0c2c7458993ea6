/** Watched companies in a table; on a narrow screen each row is a card. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WatchedEntry } from '../../api/types.ts'
import { companyPath } from '../../search/navigation.tsx'
import { useRegisterPlace } from '../../search/reference.tsx'
import { StatusMark } from '../../search/status-mark.tsx'
import { isolated } from '../../words/isolated.ts'
import { Isolated } from '../../words/isolated-text.tsx'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import styles from './company-table.module.css'

interface CompanyTableProps {
  readonly entries: readonly WatchedEntry[]
  readonly onRemove: (entry: WatchedEntry) => void
}

export function CompanyTable({ entries, onRemove }: CompanyTableProps) {
  const words = useWords(WATCHES_WORDS)
  return (
    <table className={styles.table} aria-label={words.inList}>
      <thead>
        <tr>
          <th scope="col">{words.company}</th>
          <th scope="col">{words.seat}</th>
          <th scope="col">{words.register}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.reference}</th>
          <th scope="col">{words.act}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.uuid} entry={entry} onRemove={() => onRemove(entry)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, onRemove }: { readonly entry: WatchedEntry; readonly onRemove: () => void }) {
  const words = useWords(WATCHES_WORDS)
  const placeOf = useRegisterPlace()
  const { uuid, ref, company } = entry
  const register = company && [company.registration_number, placeOf(company)]
  return (
    <tr>
      <th scope="row">
        {company === null ? (
          <>
            <span className={styles.nothing}>{words.notShown}</span> <code>{uuid}</code>
          </>
        ) : (
          <Link to={companyPath(uuid) as string} className={styles.link}>
            <Isolated>{company.name}</Isolated>
          </Link>
        )}
      </th>
      <td data-word={words.seat}>{company && isolated(company.seat)}</td>
      <td data-word={words.register}>{register?.filter((text) => text !== '').join(', ')}</td>
      <td data-word={words.status}>{company && <StatusMark status={company.status} />}</td>
      <td data-word={words.reference} data-long>
        {ref !== null && isolated(ref)}
      </td>
      <td>
        <Button
          variant="default"
          size="compact-sm"
          onClick={onRemove}
          aria-label={words.removeOf(isolated(company?.name ?? uuid))}
        >
          {words.remove}
        </Button>
      </td>
    </tr>
  )
}
