/** Copies a text to the clipboard and confirms it for a moment. */
import { useEffect, useState } from 'react'
import { COPY_SIGN, DONE_SIGN, Icon } from './icons.tsx'

const SAID_MS = 2000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly done: string
}

export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    )
  return (
    <button type="button" className="fs-button" onClick={copy}>
      <Icon path={isDone ? DONE_SIGN : COPY_SIGN} />
      <span aria-live="polite">{isDone ? done : label}</span>
    </button>
  )
}
