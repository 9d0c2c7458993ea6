/** A field for one file, which can also be dropped on it. */
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { isolated } from '../words/isolated.ts'
import styles from './file-field.module.css'

interface FileFieldProps {
  /** Suffixes of files, separated by commas. */
  readonly accept: string
  readonly words: {
    readonly drop: string
    readonly dropText: string
    readonly dropOther: string
    readonly reading: string
  }
  readonly file: File | undefined
  /** Whether the file is being read, which is said. */
  readonly isBusy: boolean
  /** Whether no file is taken; by default while one is read. */
  readonly isDisabled?: boolean
  readonly onChoose: (file: File) => void
}

export function FileField({ accept, words, file, isBusy, isDisabled = isBusy, onChoose }: FileFieldProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !isDisabled) onChoose(dropped)
  }
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    if (chosen) onChoose(chosen)
    // The same file can be chosen again after it was changed.
    currentTarget.value = ''
  }
  return (
    <label
      htmlFor={id}
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        onChange={change}
        className={styles.file}
      />
      <span className={styles.dropTitle}>{file ? isolated(file.name) : words.drop}</span>
      <span className={styles.quiet}>{file ? words.dropOther : words.dropText}</span>
      <span role="status" className={styles.quiet}>
        {isBusy ? words.reading : ''}
      </span>
    </label>
  )
}
