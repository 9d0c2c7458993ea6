/**
 * The search field: a combobox (WAI-ARIA 1.2) with suggested companies; Enter without a selection searches.
 */
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Suggestion } from './answers.ts'
import { CLEAR_SIGN, Icon, SEARCH_SIGN } from './icons.tsx'
import { companyPath, useSearchNavigation } from './navigation.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useField } from './use-field.ts'

interface SearchFieldProps {
  /** The current search; the field follows it. */
  readonly name: string
  readonly onSearch: (name: string) => void
}

export function SearchField({ name, onSearch }: SearchFieldProps) {
  const words = useWords(SEARCH)
  const { go } = useSearchNavigation()
  const onPick = ({ uuid }: Suggestion) => go(companyPath(uuid))
  const field = useField({ name, onSearch, onPick })
  const { text, input, suggestions, isOpen, chosen, choose, pick, submit, clear } = field
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers know the element <search>
    <form role="search" className="fs-field" onSubmit={submit}>
      <label className="fs-hidden" htmlFor={input.id}>
        {words.field}
      </label>
      <div className="fs-field-box">
        <Icon path={SEARCH_SIGN} />
        <input {...input} placeholder={words.fieldHint} />
        {text !== '' && (
          <button type="button" className="fs-field-clear" aria-label={words.clear} onClick={clear}>
            <Icon path={CLEAR_SIGN} />
          </button>
        )}
        <button type="submit" className="fs-button fs-button-strong">
          {words.search}
        </button>
      </div>
      {isOpen && (
        <SuggestionList
          inputId={input.id}
          suggestions={suggestions}
          chosen={chosen}
          onChoose={choose}
          onPick={pick}
        />
      )}
      <p className="fs-hidden" aria-live="polite">
        {isOpen ? words.suggestionCount(suggestions.length) : ''}
      </p>
    </form>
  )
}
