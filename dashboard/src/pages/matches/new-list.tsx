/** Takes a file, shows its columns, and starts the job. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure, upload } from '../../api/call.ts'
import type { AppMatchesAnswer, AppPreviewMatchAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { FileField } from '../../parts/file-field.tsx'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { ListFailure } from './list-failure.tsx'
import styles from './matches.module.css'
import { isActive } from './matches-query.ts'
import { PreviewForm } from './preview-form.tsx'

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.jsonl,.ndjson'
/** Largest file, as the server has it, in bytes. */
const FILE_BYTES_MAX = 50 * 1024 * 1024

/** A file that was chosen, with what the person says about its first row. */
interface Asked {
  readonly file: File
  readonly hasHeader?: boolean
}

export function NewList({ matches }: { readonly matches: AppMatchesAnswer }) {
  const words = useWords(MATCHES_WORDS)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<AppPreviewMatchAnswer>()
  // What was switched last, until the list is read so.
  const [header, setHeader] = useState<boolean>()
  const reading = useMutation({
    mutationFn: ({ file: chosen, hasHeader }: Asked) => previewOf(chosen, hasHeader),
    onSuccess: setPreview,
    onSettled: () => setHeader(undefined),
  })
  const choose = (chosen: File) => {
    setFile(chosen)
    setPreview(undefined)
    reading.mutate({ file: chosen })
  }
  const discard = () => {
    setFile(undefined)
    setPreview(undefined)
    reading.reset()
  }
  const busy = blockOf(matches, words)
  if (busy !== undefined) {
    return (
      <Card title={words.newTitle}>
        <p className={styles.quiet}>{busy}</p>
      </Card>
    )
  }
  return (
    <Card title={words.newTitle} text={words.newText}>
      <div className={styles.stack}>
        <FileField accept={ACCEPTED} words={words} file={file} isBusy={reading.isPending} onChoose={choose} />
        <ListFailure fault={reading.error} />
        {file && preview && (
          <PreviewForm
            file={file}
            preview={preview}
            isBusy={reading.isPending}
            hasHeader={header ?? preview.has_header}
            onHeader={(hasHeader) => {
              setHeader(hasHeader)
              reading.mutate({ file, hasHeader })
            }}
            onOther={discard}
          />
        )}
      </div>
    </Card>
  )
}

/** Returns why no job can be started now; `undefined`: one can. */
function blockOf(
  { jobs, jobs_max }: AppMatchesAnswer,
  words: (typeof MATCHES_WORDS)['de'],
): string | undefined {
  if (jobs.some(isActive)) return words.oneAtATime
  return jobs.length >= jobs_max ? words.atMost(jobs_max) : undefined
}

async function previewOf(file: File, hasHeader?: boolean): Promise<AppPreviewMatchAnswer> {
  // The server would refuse it only after all of it was sent.
  if (file.size > FILE_BYTES_MAX)
    throw new CallFailure({ status: 413, code: 'payload_too_large', text: 'too large' })
  const query = hasHeader === undefined ? '' : `?header=${hasHeader}`
  return upload<AppPreviewMatchAnswer>(`matches/preview${query}`, file)
}
