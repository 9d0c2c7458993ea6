/** A password field, hidden or visible; for a new password it shows how many characters are missing. */
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import type { FieldProps } from './fields.ts'
import styles from './password-field.module.css'

/** The same limit as on the server, counted in characters and not in UTF-16 units. */
export const PASSWORD_CHARS_MIN = 12

interface PasswordFieldProps extends FieldProps {
  readonly label: string
  readonly isNew?: boolean
}

export function PasswordField({ isNew = false, ...props }: PasswordFieldProps) {
  const words = useWords(SHELL)
  const [isShown, setIsShown] = useState(false)
  return (
    <div>
      <PasswordInput
        {...props}
        aria-invalid={props.error !== undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{ 'aria-label': isShown ? words.hide : words.show, tabIndex: 0 }}
      />
      {isNew && props.error === undefined && <Length password={props.value} />}
    </div>
  )
}

function Length({ password }: { readonly password: string }) {
  const words = useWords(SHELL)
  const count = [...password].length
  const isLong = count >= PASSWORD_CHARS_MIN
  return (
    <div className={styles.length}>
      <progress
        className={styles.bar}
        data-long={isLong}
        max={PASSWORD_CHARS_MIN}
        value={count}
        aria-hidden="true"
      />
      <span>
        {count === 0
          ? words.passwordHint
          : isLong
            ? words.passwordLong
            : words.passwordLeft(PASSWORD_CHARS_MIN - count)}
      </span>
    </div>
  )
}
