/** A field that filters a list. The list is loaded when typing pauses. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import styles from './operator.module.css'

const PAUSE_MS = 200

/** Returns the text to filter by, and the field. */
export function useSearchBar(label: string) {
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), PAUSE_MS)
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
  return { searchText, bar }
}
