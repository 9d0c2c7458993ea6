/** The choice of the search mode: normal, deep, or both in two columns. */
import { useId } from 'react'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { MODES, type Mode } from './question.ts'

interface ModeChoiceProps {
  readonly mode: Mode
  readonly onChange: (mode: Mode) => void
}

export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const words = useWords(SEARCH)
  const name = useId()
  const hint = useId()
  return (
    <>
      <fieldset className="fs-segments" aria-describedby={hint}>
        <legend className="fs-hidden">{words.mode}</legend>
        {MODES.map((one) => (
          <label key={one} className="fs-segment">
            <input type="radio" name={name} checked={one === mode} onChange={() => onChange(one)} />
            <span>{words.modes[one]}</span>
          </label>
        ))}
      </fieldset>
      <p id={hint} className="fs-hint fs-mode-hint">
        {words.modeHints[mode]}
      </p>
    </>
  )
}
