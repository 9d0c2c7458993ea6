/** What every button of the theme is drawn as. */
import type { ComponentProps, MouseEvent } from 'react'

type RootProps = ComponentProps<'button'> | ComponentProps<'a'>

/**
 * A link as it is; a button without `disabled`, which would take the focus away while a call runs. It says
 * that it is disabled, and a press on it does nothing.
 */
export function buttonRoot(props: RootProps) {
  if ('href' in props) return <a {...props} />
  const { disabled = false, onClick, ...others } = props as ComponentProps<'button'>
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled) event.preventDefault()
    else onClick?.(event)
  }
  return <button {...others} onClick={press} {...(disabled && { 'aria-disabled': true })} />
}
