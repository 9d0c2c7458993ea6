/** The list of suggested companies. */
import { isolated } from '../words/isolated.ts'
import { Isolated } from '../words/isolated-text.tsx'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Suggestion } from './answers.ts'
import { StatusMark } from './status-mark.tsx'
import { listIdOf, optionIdOf } from './use-field.ts'

interface SuggestionListProps {
  readonly inputId: string
  readonly suggestions: readonly Suggestion[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
  readonly onPick: (index: number) => void
}

export function SuggestionList({ inputId, suggestions, chosen, onChoose, onPick }: SuggestionListProps) {
  const words = useWords(SEARCH)
  return (
    <div id={listIdOf(inputId)} className="fs-suggestions" role="listbox" aria-label={words.suggestions}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field hears the keys
        <div
          key={suggestion.uuid}
          id={optionIdOf(inputId, index)}
          className="fs-suggestion"
          role="option"
          aria-selected={index === chosen}
          onMouseMove={() => onChoose(index)}
          // Keeps the focus in the field, whose loss would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span className="fs-suggestion-name">
            <Isolated>{suggestion.name}</Isolated>
            {suggestion.former_name !== null && (
              <span className="fs-suggestion-former">
                {' '}
                {words.formerly} <Isolated>{suggestion.former_name}</Isolated>
              </span>
            )}
          </span>
          <span className="fs-suggestion-facts">
            {[isolated(suggestion.seat), suggestion.registration_number]
              .filter((fact) => fact !== '')
              .join(' · ')}
            {suggestion.status !== 'active' && <StatusMark status={suggestion.status} />}
          </span>
        </div>
      ))}
    </div>
  )
}
