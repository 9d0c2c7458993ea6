/** Adds many companies by pasted lines or a dropped file; what was not added stays in the field, with the reason below. */
import { Button, Textarea } from '@mantine/core'
import { type ClipboardEvent, type SubmitEvent, useMemo, useState } from 'react'
import { CallFailure } from '../../api/call.ts'
import { Failure } from '../../parts/failure.tsx'
import { FileField } from '../../parts/file-field.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { rowLines, textOfFile } from './row-lines.ts'
import { type LinesState, useAddLines } from './use-add-lines.ts'
import styles from './watches.module.css'

/** Larger than 10,000 lines of the longest number, court and reference that people have, in bytes. */
const FILE_BYTES_MAX = 4 * 1024 * 1024
/** A shorter text is left to the browser, which can undo it. */
const PASTED_CHARS_MIN = 10_000
/** Lines that are listed with the reason; all of them stay in the field. */
const FAULTS_SHOWN = 100

interface AddLinesProps {
  readonly id: string
  readonly companiesMax: number
}

export function AddLines({ id, companiesMax }: AddLinesProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const [text, setText] = useState('')
  const { state, add, isPending, fault, forget } = useAddLines(id, setText)
  const count = useMemo(() => rowLines(text).length, [text])
  const isTooMany = count > companiesMax
  const max = format.number(companiesMax)
  const write = (next: string) => {
    setText(next)
    forget()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (count > 0 && !isTooMany) add(text)
  }
  const isFull = fault instanceof CallFailure && fault.status === 409
  return (
    <form onSubmit={submit} className={styles.stack}>
      <Textarea
        label={words.lines}
        description={words.linesHint}
        value={text}
        readOnly={isPending}
        onPaste={(event) => pasteLines(event, write)}
        error={isTooMany ? words.tooManyLines(format.number(count), max) : undefined}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        rows={8}
        spellCheck={false}
        autoComplete="off"
      />
      <LinesFile isBusy={isPending} onText={write} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={count === 0 || isTooMany} loading={isPending}>
          {words.addLines}
        </Button>
        <span className={styles.quiet}>{words.lineCount(count, format.number(count))}</span>
      </div>
      <LinesResult state={state} isPending={isPending} />
      <Failure fault={fault} {...(isFull && { text: words.listFull(max) })} />
    </form>
  )
}

/** Writes a long text by itself: browsers take seconds to insert thousands of lines into a field. */
function pasteLines(event: ClipboardEvent<HTMLTextAreaElement>, onText: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text/plain')
  const { value, selectionStart, selectionEnd, readOnly } = event.currentTarget
  if (readOnly || pasted.length < PASTED_CHARS_MIN) return
  event.preventDefault()
  onText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd))
}

interface LinesFileProps {
  readonly isBusy: boolean
  readonly onText: (text: string) => void
}

/** A file whose text is put into the field. */
function LinesFile({ isBusy, onText }: LinesFileProps) {
  const words = useWords(WATCHES_WORDS)
  const [file, setFile] = useState<File>()
  const isTooLarge = file !== undefined && file.size > FILE_BYTES_MAX
  const choose = (chosen: File) => {
    setFile(chosen)
    if (chosen.size <= FILE_BYTES_MAX) void textOfFile(chosen).then(onText)
  }
  return (
    <>
      <FileField accept=".csv,.txt,.tsv" words={words} file={file} isBusy={isBusy} onChoose={choose} />
      {isTooLarge && (
        <p role="alert" className={styles.danger}>
          {words.fileTooLarge}
        </p>
      )}
    </>
  )
}

interface LinesResultProps {
  readonly state: LinesState | undefined
  readonly isPending: boolean
}

function LinesResult({ state, isPending }: LinesResultProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  return (
    <>
      <p role="status" className={state === undefined ? styles.hidden : styles.said}>
        {state && resultText(state, isPending, words, format.number)}
      </p>
      {state && !isPending && state.faulty.length > 0 && (
        <section aria-label={words.faultsTitle}>
          <h3 className={styles.title}>{words.faultsTitle}</h3>
          <ol className={styles.plain}>
            {state.faulty.slice(0, FAULTS_SHOWN).map(({ number, line, fault }) => (
              <li key={number} className={styles.faulty}>
                <span className={styles.quiet}>{words.line(format.number(number))}</span>{' '}
                <code>{isolated(line)}</code> – {words.faults[fault]}
              </li>
            ))}
          </ol>
          {state.faulty.length > FAULTS_SHOWN && (
            <p className={styles.quiet}>
              {words.moreFaults(format.number(state.faulty.length - FAULTS_SHOWN))}
            </p>
          )}
        </section>
      )}
    </>
  )
}

function resultText(
  { total, done, added, present, faulty }: LinesState,
  isPending: boolean,
  words: (typeof WATCHES_WORDS)['de'],
  number: (value: number) => string,
): string {
  if (isPending) return words.adding(number(done), number(total))
  const left = faulty.length + total - done
  const sentence = words.linesDone(number(added), number(present))
  return left === 0 ? sentence : `${sentence} ${words.linesLeft(left, number(left))}`
}
