/** Confirms that a form was saved, also to screen readers, until the form is changed again. */
import { CheckIcon } from '../shell/icons.tsx'
import styles from './saved.module.css'

export function Saved({ isShown, text }: { readonly isShown: boolean; readonly text: string }) {
  return (
    <span role="status" className={styles.saved}>
      {isShown && (
        <>
          <CheckIcon size={18} />
          {text}
        </>
      )}
    </span>
  )
}
