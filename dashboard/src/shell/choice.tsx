/** A choice between a few values in one line: radio buttons that look like a switch. */
import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export interface ChoiceOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly face?: ReactNode
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly ChoiceOption<Value>[]
  readonly onChoose: (value: Value) => void
}

export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={option.label}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className={styles.input}
            aria-label={option.label}
          />
          <span className={styles.face}>{option.face ?? option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
