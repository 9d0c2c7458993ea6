/** Adds one company by the field of the search page: a suggestion that is picked, or a whole number that is entered. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../../parts/failure.tsx'
import type { Suggestion } from '../../search/answers.ts'
import { SuggestionList } from '../../search/suggestion-list.tsx'
import '../../search/controls.css'
import '../../search/hits.css'
import '../../search/question.css'
import { useField } from '../../search/use-field.ts'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { SEARCH } from '../../words/search.ts'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { type Added, isFullFault, useAddOne } from './add-rows.ts'
import { type NamedRow, rowLines } from './row-lines.ts'
import styles from './watches.module.css'

interface AddOneProps {
  readonly id: string
  readonly companiesMax: number
}

export function AddOne({ id, companiesMax }: AddOneProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const [ref, setRef] = useState('')
  const { field, said, fault, isPending } = useAddField(id, ref.trim(), () => setRef(''))
  const isFull = isFullFault(fault)
  return (
    <form onSubmit={field.submit} className={styles.stack}>
      <div className={styles.addFields}>
        <SearchBox field={field} />
        <TextInput
          label={words.ref}
          description={words.refHint}
          value={ref}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setRef(currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description']}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" loading={isPending}>
          {words.addButton}
        </Button>
        <p role="status" className={styles.quiet}>
          {said}
        </p>
      </div>
      <Failure fault={fault} {...(isFull && { text: words.listFullNow(format.number(companiesMax)) })} />
    </form>
  )
}

function SearchBox({ field }: { readonly field: ReturnType<typeof useField> }) {
  const words = useWords(WATCHES_WORDS)
  const search = useWords(SEARCH)
  const { input, suggestions, isOpen, chosen, choose, pick } = field
  return (
    <div>
      <label className={styles.label} htmlFor={input.id}>
        {words.field}
      </label>
      <div className={`fs-field ${styles.search}`}>
        <input {...input} placeholder={words.fieldHint} className={styles.input} />
        {isOpen && (
          <SuggestionList
            inputId={input.id}
            suggestions={suggestions}
            chosen={chosen}
            onChoose={choose}
            onPick={pick}
          />
        )}
        <p className={styles.hidden} aria-live="polite">
          {isOpen ? search.suggestionCount(suggestions.length) : ''}
        </p>
      </div>
    </div>
  )
}

/** The field, and what became of the last company. */
function useAddField(id: string, ref: string, onAdded: () => void) {
  const words = useWords(WATCHES_WORDS)
  const adding = useAddOne(id)
  const [picked, setPicked] = useState<Suggestion>()
  const [said, setSaid] = useState('')
  const add = (row: NamedRow, name: string) =>
    adding.mutate(
      { ...row, ...(ref !== '' && { ref }) },
      {
        onSuccess: (added) => {
          setSaid(sentenceOf(added, isolated(name), words))
          if (added.uuid === null) return
          field.clear()
          onAdded()
        },
      },
    )
  const onSearch = (text: string) => {
    setSaid('')
    if (picked !== undefined && text === picked.name.trim()) return add({ uuid: picked.uuid }, picked.name)
    const [line] = rowLines(text)
    // A number and an id contain digits; whatever else does is refused by the server.
    if (line === undefined || !/\d/.test(text)) setSaid(words.pick)
    else add(line.row, text)
  }
  const onPick = (suggestion: Suggestion) => {
    setPicked(suggestion)
    field.write(suggestion.name)
  }
  const field = useField({ name: '', onSearch, onPick })
  return { field, said, fault: adding.error, isPending: adding.isPending }
}

function sentenceOf({ state }: Added[number], name: string, words: (typeof WATCHES_WORDS)['de']): string {
  if (state === 'added') return words.saidAdded(name)
  if (state === 'present') return words.saidPresent(name)
  return state === 'invalid' ? words.pick : `${name}: ${words.faults[state]}.`
}
