/** Asks for a part of a list; the list follows when the person stops typing. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import styles from './operator.module.css'

const PAUSE_MS = 200

/** The text to ask for, and the field. */
export function useSearchBar(label: string) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const bar = (
    <div className={styles.bar}>
      <TextInput
        type="search"
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
  return { asked, bar }
}
