/** Normal, deep, or both side by side. */
import { useId } from 'react'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { MODES, type Mode } from './question.ts'

export function ModeChoice({
  mode,
  onChange,
}: {
  readonly mode: Mode
  readonly onChange: (mode: Mode) => void
}) {
  const words = useWords(SEARCH)
  const name = useId()
  const hint = useId()
  return (
    <fieldset className="fs-modes" aria-describedby={hint}>
      <legend className="fs-hidden">{words.mode}</legend>
      <div className="fs-segments">
        {MODES.map((one) => (
          <label key={one} className="fs-segment">
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === mode}
              onChange={() => onChange(one)}
            />
            <span>{words.modes[one]}</span>
          </label>
        ))}
      </div>
      <p id={hint} className="fs-hint">
        {words.modeHints[mode]}
      </p>
    </fieldset>
  )
}
