/** The root element of all buttons. */
import type { ComponentProps, MouseEvent } from 'react'

type RootProps = ComponentProps<'button'> | ComponentProps<'a'>

/**
 * Draws a link, or a button with `aria-disabled` instead of `disabled`, which would take the focus away while
 * a call runs. A press on a disabled button does nothing.
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
