/** Three steps to the first answer of the API, each ticked when it is done. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Key, RECONCILE_SCOPE } from '../../api/key-types.ts'
import { SESSION } from '../../api/queries.ts'
import { Card } from '../../parts/card.tsx'
import { CheckIcon } from '../../shell/icons.tsx'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { CodeTabs } from './code-tabs.tsx'
import styles from './first-steps.module.css'
import { snippetsFor } from './snippets.ts'

interface FirstStepsProps {
  readonly keys: readonly Key[]
  readonly isUsed: boolean
  readonly onCreate: () => void
  readonly onHide: () => void
}

export function FirstSteps({ keys, isUsed, onCreate, onHide }: FirstStepsProps) {
  const words = useWords(KEYS_WORDS)
  const working = keys.filter(({ works }) => works)
  // A key of a program is shown rather than one for OpenRefine, which no program can use.
  const key = working.find((one) => !isForOpenRefine(one)) ?? working[0]
  const [title, text] =
    key !== undefined && isForOpenRefine(key)
      ? [words.stepReconcile, words.stepReconcileText]
      : [words.stepCall, words.stepCallText]
  return (
    <Card title={words.stepsTitle} text={words.stepsText}>
      <ol className={styles.steps}>
        <Step number={1} title={words.stepCreate} text={words.stepCreateText} isDone={key !== undefined}>
          {key === undefined && <Button onClick={onCreate}>{words.create}</Button>}
        </Step>
        <Step
          number={2}
          title={title}
          text={key === undefined ? words.stepCallLater : text}
          isDone={isUsed}
          isLater={key === undefined}
        >
          {key !== undefined && !isUsed && <FirstCall of={key} />}
        </Step>
        <Step number={3} title={words.stepSee} text={words.stepSeeText} isDone={false} isLater={!isUsed}>
          {isUsed && <Arrived onHide={onHide} />}
        </Step>
      </ol>
    </Card>
  )
}

function isForOpenRefine({ scopes }: Key): boolean {
  return scopes.includes(RECONCILE_SCOPE)
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  readonly isLater?: boolean
  readonly children?: ReactNode
}

function Step({ number, title, text, isDone, isLater = false, children }: StepProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <li className={styles.step} data-done={isDone} data-later={isLater}>
      <span className={styles.mark}>
        {isDone ? <CheckIcon size={16} /> : <span aria-hidden="true">{number}</span>}
      </span>
      <div className={styles.content}>
        <h3>
          <span className={styles.unseen}>
            {words.stepOf(number)}
            {isDone && `, ${words.done}`}:{' '}
          </span>
          {title}
        </h3>
        {!isDone && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </li>
  )
}

/**
 * Shows a first call with a placeholder for the secret, which is unknown by now: a part of it would look like
 * a key and be refused.
 */
function FirstCall({ of: key }: { readonly of: Key }) {
  const words = useWords(KEYS_WORDS)
  const session = useQuery(SESSION)
  const publicUrl = session.data?.settings.public_url ?? location.origin
  return (
    <div className={styles.call}>
      <CodeTabs snippets={snippetsFor({ publicUrl, secret: words.keyPlaceholder, ...key })} />
      <p role="status" className={styles.waiting}>
        <span className={styles.dot} aria-hidden="true" />
        {words.waiting}
      </p>
    </div>
  )
}

function Arrived({ onHide }: { readonly onHide: () => void }) {
  const words = useWords(KEYS_WORDS)
  return (
    <div className={styles.arrived}>
      <p role="status">{words.arrived}</p>
      <div className={styles.ways}>
        <Button component="a" href="/usage" size="sm">
          {words.toUsage}
        </Button>
        <Button component="a" href="/docs" size="sm" variant="default">
          {words.toDocs}
        </Button>
        <Button size="sm" variant="subtle" onClick={onHide}>
          {words.hide}
        </Button>
      </div>
    </div>
  )
}
