/** Adds many companies by pasted lines or a dropped file; what was not added stays in the field, with the reason below. */
import { Button, Textarea } from '@mantine/core'
import { type ClipboardEvent, type SubmitEvent, useMemo, useState } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { FileField } from '../../parts/file-field.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { isFullFault } from './add-rows.ts'
import { rowLines, withLines } from './row-lines.ts'
import { type LinesState, useAddLines } from './use-add-lines.ts'
import { useFileText } from './use-file-text.ts'
import styles from './watches.module.css'

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
  const reading = useFileText((read) => {
    setText((before) => withLines(before, read))
    forget()
  })
  const isReady = count > 0 && !isTooMany && !reading.isReading
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isReady) add(text)
  }
  const isFull = isFullFault(fault)
  return (
    <form onSubmit={submit} className={styles.stack}>
      <Textarea
        label={words.lines}
        description={words.linesHint}
        value={text}
        readOnly={isPending || reading.isReading}
        onPaste={(event) => pasteLines(event, write)}
        error={isTooMany ? words.tooManyLines(format.number(count), max) : undefined}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        rows={8}
        spellCheck={false}
        autoComplete="off"
      />
      <LinesFile reading={reading} isAdding={isPending} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={!isReady} loading={isPending}>
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
  readonly reading: ReturnType<typeof useFileText>
  readonly isAdding: boolean
}

/** A file whose text is put into the field, below what is there. */
function LinesFile({ reading: { file, isReading, fault, choose }, isAdding }: LinesFileProps) {
  const words = useWords(WATCHES_WORDS)
  return (
    <>
      <FileField
        accept=".csv,.txt,.tsv"
        words={words}
        file={file}
        isBusy={isReading}
        isDisabled={isAdding}
        onChoose={(chosen) => void choose(chosen)}
      />
      {fault !== undefined && (
        <p role="alert" className={styles.danger}>
          {words[fault]}
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
