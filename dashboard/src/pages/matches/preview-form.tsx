/** The columns and first rows of a list, and what it will cost, before it is matched. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../api/call.ts'
import type { AppMatchAnswer, AppPreviewMatchAnswer } from '../../api/types.ts'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { ListFailure } from './list-failure.tsx'
import styles from './matches.module.css'
import { MATCHES, matchQuery } from './matches-query.ts'

const FIELDS = ['name', 'city', 'number'] as const
type Field = (typeof FIELDS)[number]
/** Positions of columns, separated by commas; '' = none. */
type Chosen = Readonly<Record<Field, string>>

interface PreviewFormProps {
  readonly file: File
  readonly preview: AppPreviewMatchAnswer
  readonly isBusy: boolean
  readonly hasHeader: boolean
  readonly onHeader: (hasHeader: boolean) => void
  readonly onOther: () => void
}

export function PreviewForm({ file, preview, isBusy, hasHeader, onHeader, onOther }: PreviewFormProps) {
  const words = useWords(MATCHES_WORDS)
  // Another preview, after the header was switched, has other columns.
  const [own, setOwn] = useState<{ readonly of: AppPreviewMatchAnswer; readonly chosen: Chosen }>()
  const chosen = own?.of === preview ? own.chosen : guessOf(preview)
  const [isDeep, setIsDeep] = useState(true)
  const starting = useStart(file)
  const canStart = chosen.name !== '' || chosen.number !== ''
  const start = () => starting.mutate({ ...chosen, header: `${preview.has_header}`, deep: `${isDeep}` })
  return (
    <div className={styles.stack}>
      <ColumnFields
        preview={preview}
        chosen={chosen}
        onChoose={(next) => setOwn({ of: preview, chosen: next })}
      />
      <Checkbox
        label={words.hasHeader}
        checked={hasHeader}
        disabled={isBusy}
        onChange={({ currentTarget }) => onHeader(currentTarget.checked)}
      />
      <FirstRows preview={preview} chosen={chosen} />
      <Checkbox
        label={words.deep}
        description={words.deepText}
        checked={isDeep}
        onChange={({ currentTarget }) => setIsDeep(currentTarget.checked)}
      />
      <Cost rows={preview.rows} />
      <ListFailure fault={starting.error} />
      <div className={styles.buttons}>
        <Button onClick={start} disabled={!canStart || isBusy} loading={starting.isPending}>
          {words.start}
        </Button>
        <Button variant="default" onClick={onOther}>
          {words.discard}
        </Button>
        {!canStart && <p className={styles.quiet}>{words.needsColumn}</p>}
      </div>
    </div>
  )
}

function useStart(file: File) {
  const queries = useQueryClient()
  const { history } = useRouter()
  return useMutation({
    mutationFn: (query: Record<string, string>) =>
      upload<AppMatchAnswer>(`matches?${new URLSearchParams({ ...query, filename: nameOf(file) })}`, file),
    onSuccess: (answer) => {
      queries.setQueryData(matchQuery(answer.job.id).queryKey, answer)
      void queries.invalidateQueries({ queryKey: MATCHES.queryKey })
      history.push(`/matches/${answer.job.id}`)
    },
  })
}

/** Characters of a name of a file that the server takes. */
const FILE_NAME_CHARS_MAX = 200

function nameOf({ name }: File): string {
  return name.slice(0, FILE_NAME_CHARS_MAX)
}

function guessOf({ columns }: AppPreviewMatchAnswer): Chosen {
  return { name: columns.name.join(), city: columns.city.join(), number: columns.number.join() }
}

interface ColumnFieldsProps {
  readonly preview: AppPreviewMatchAnswer
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}

function ColumnFields({ preview, chosen, onChoose }: ColumnFieldsProps) {
  const words = useWords(MATCHES_WORDS)
  const guess = guessOf(preview)
  const labelOf = (place: number) => preview.header[place] || words.column(place + 1)
  const options = preview.header.map((_, place) => ({ value: `${place}`, label: labelOf(place) }))
  return (
    <div className={styles.fields}>
      {FIELDS.map((field) => {
        const joined = preview.columns[field]
        const several = { value: guess[field], label: joined.map(labelOf).join(' + ') }
        return (
          <NativeSelect
            key={field}
            label={words.fields[field]}
            description={words.certainties[guessText(preview, field, chosen[field] === guess[field])]}
            value={chosen[field]}
            data={[{ value: '', label: words.noColumn }, ...(joined.length > 1 ? [several] : []), ...options]}
            onChange={({ currentTarget }) => onChoose({ ...chosen, [field]: currentTarget.value })}
          />
        )
      })}
    </div>
  )
}

/** Says how the column was recognised, as long as nobody chose another one. */
function guessText({ certainty }: AppPreviewMatchAnswer, field: Field, isGuess: boolean) {
  return isGuess ? (certainty[field] ?? 'none') : 'chosen'
}

interface FirstRowsProps {
  readonly preview: AppPreviewMatchAnswer
  readonly chosen: Chosen
}

function FirstRows({ preview, chosen }: FirstRowsProps) {
  const words = useWords(MATCHES_WORDS)
  const used = new Map(FIELDS.flatMap((field) => chosen[field].split(',').map((place) => [place, field])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is read by scrolling, also with the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={words.firstRows}>
      <table className={styles.table}>
        <thead>
          <tr>
            {preview.header.map((name, place) => {
              const field = used.get(`${place}`)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                <th key={place} scope="col" data-used={field}>
                  {isolated(name || words.column(place + 1))}
                  {field && <span className={styles.use}>{words.fieldShort[field]}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {preview.first_rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
            <tr key={row}>
              {preview.header.map((_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                <td key={place} data-used={used.get(`${place}`)}>
                  {isolated(cells[place] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cost({ rows }: { readonly rows: number }) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  return (
    <div className={styles.cost}>
      <p>
        <strong>{words.rowCount(rows, format.number(rows))}</strong> {words.cost}
      </p>
      <p>{words.privacy}</p>
    </div>
  )
}
