/** The state of the search field: its text, the suggestions, and the one that is selected by keyboard. */
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Suggestion } from './answers.ts'
import { NAME_CHARS_MAX } from './question.ts'
import { useSuggestions } from './use-suggestions.ts'

const NOTHING_CHOSEN = -1

interface FieldPlan {
  /** The current search, which the text follows. */
  readonly name: string
  readonly onSearch: (name: string) => void
  readonly onPick: (suggestion: Suggestion) => void
}

export function useField({ name, onSearch, onPick }: FieldPlan) {
  const ref = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(name)
  const [isTyping, setTyping] = useState(false)
  const { suggestions, chosen, choose } = useOffer(text, isTyping)
  const isOpen = isTyping && suggestions.length > 0
  useEffect(() => setText(name), [name])

  const pick = (index: number) => {
    setTyping(false)
    onPick(suggestions[index]!)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTyping(false)
    if (isOpen && chosen !== NOTHING_CHOSEN) pick(chosen)
    else onSearch(text.trim())
  }
  const clear = () => {
    setText('')
    setTyping(false)
    ref.current?.focus()
  }
  const type = (next: string) => {
    setText(next)
    setTyping(true)
  }
  const open = () => setTyping(true)
  const close = () => setTyping(false)
  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, { count: suggestions.length, isOpen, chosen, choose, open, close, clear })
  const input = useInput({ ref, text, isOpen, chosen, type, close, onKeyDown })
  return { text, input, suggestions, isOpen, chosen, choose, pick, submit, clear, write: setText }
}

/** Returns the suggestions and the selection, which is cleared when the suggestions change. */
function useOffer(text: string, isWanted: boolean) {
  const suggestions = useSuggestions(text, isWanted)
  const [chosen, choose] = useState(NOTHING_CHOSEN)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions are why it runs
  useEffect(() => choose(NOTHING_CHOSEN), [suggestions])
  return { suggestions, chosen, choose }
}

interface Inside {
  readonly ref: React.RefObject<HTMLInputElement | null>
  readonly text: string
  readonly isOpen: boolean
  readonly chosen: number
  readonly type: (text: string) => void
  readonly close: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The attributes of the input. Its id is the prefix of the ids of the list and its options. */
function useInput({ ref, text, isOpen, chosen, type, close, onKeyDown }: Inside) {
  const id = useId()
  return {
    ref,
    id,
    type: 'text',
    name: 'q',
    role: 'combobox',
    value: text,
    maxLength: NAME_CHARS_MAX,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    enterKeyHint: 'search',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listIdOf(id) : undefined,
    'aria-activedescendant': isOpen && chosen !== NOTHING_CHOSEN ? optionIdOf(id, chosen) : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(event.target.value),
    onBlur: close,
    onKeyDown,
  } as const
}

export function listIdOf(inputId: string): string {
  return `${inputId}-list`
}

export function optionIdOf(inputId: string, index: number): string {
  return `${inputId}-${index}`
}

interface Keys {
  readonly count: number
  readonly isOpen: boolean
  readonly chosen: number
  readonly choose: (index: number) => void
  readonly open: () => void
  readonly close: () => void
  readonly clear: () => void
}

/**
 * Up and down move through the list and, past its ends, back to the field. Escape closes the list, then
 * empties the field.
 */
function handleKey(event: KeyboardEvent, keys: Keys): void {
  const { key } = event
  if (key !== 'Escape' && key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  if (key === 'Escape') {
    if (keys.isOpen) keys.close()
    else keys.clear()
  } else if (keys.isOpen) {
    const places = keys.count + 1
    const step = key === 'ArrowDown' ? 1 : -1
    keys.choose(((keys.chosen + 1 + step + places) % places) - 1)
  } else keys.open()
}
