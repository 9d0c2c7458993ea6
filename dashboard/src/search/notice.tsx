/** Messages in place of a result or beside it. */
import { type ReactNode, useEffect, useState } from 'react'
import type { CallFailure } from '../api/call.ts'
import { useFailureSentence } from '../words/failure-sentence.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { useSearchNavigation } from './navigation.tsx'

interface NoticeProps {
  readonly kind: 'plain' | 'warn' | 'danger'
  readonly title?: string
  readonly children: ReactNode
}

export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className="fs-notice" data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
      {title !== undefined && <p className="fs-notice-title">{title}</p>}
      {children}
    </div>
  )
}

/** A failed call: what happened, and what to do. */
export function FailureNotice({
  fault,
  onAgain,
}: {
  readonly fault: CallFailure
  readonly onAgain: () => void
}) {
  if (fault.status === 429) return <LimitedNotice seconds={fault.retryAfterS ?? 1} onAgain={onAgain} />
  if (fault.status === 0) return <OfflineNotice onAgain={onAgain} />
  return <FaultNotice fault={fault} onAgain={onAgain} />
}

/** Counts down and then repeats the search by itself. */
function LimitedNotice({ seconds, onAgain }: { readonly seconds: number; readonly onAgain: () => void }) {
  const words = useWords(SEARCH)
  const { isSignedIn, offersAccount } = useSearchNavigation()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAtMs = Date.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [seconds])
  useEffect(() => {
    if (left === 0) onAgain()
  }, [left, onAgain])
  return (
    <Notice kind="warn" title={words.limitedTitle}>
      <p aria-hidden="true">{words.limited(left)}</p>
      <p className="fs-hidden">{words.limited(seconds)}</p>
      {!isSignedIn && offersAccount && (
        <p>
          <a href="/signup">{words.limitedAccount}</a>
        </p>
      )}
    </Notice>
  )
}

function OfflineNotice({ onAgain }: { readonly onAgain: () => void }) {
  const words = useWords(SEARCH)
  useEffect(() => {
    window.addEventListener('online', onAgain)
    return () => window.removeEventListener('online', onAgain)
  }, [onAgain])
  return (
    <Notice kind="danger" title={words.offlineTitle}>
      <p>{words.offline}</p>
      <button type="button" className="fs-button" onClick={onAgain}>
        {words.tryAgain}
      </button>
    </Notice>
  )
}

function FaultNotice({ fault, onAgain }: { readonly fault: CallFailure; readonly onAgain: () => void }) {
  const words = useWords(SEARCH)
  const sentence = useFailureSentence()
  return (
    <Notice kind="danger" title={words.failedTitle}>
      <p>{sentence(fault)}</p>
      <button type="button" className="fs-button" onClick={onAgain}>
        {words.tryAgain}
      </button>
      {fault.requestId !== undefined && (
        <p className="fs-hint">
          {words.requestId} <code>{fault.requestId}</code>
        </p>
      )}
    </Notice>
  )
}
