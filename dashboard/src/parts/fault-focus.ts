/** After a submit the first faulty field has the focus, whether the page found the fault or the server. */

const FAULTY = ':is(input, select, textarea)[aria-invalid="true"]'

/** From now on, for every form. Called once, before anything is drawn. */
export function leadToFaults(): void {
  let sent: Element | undefined
  const lead = () => {
    const field = sent?.querySelector<HTMLElement>(FAULTY)
    if (!field) return
    sent = undefined
    field.focus()
  }
  document.addEventListener('submit', ({ target }) => {
    sent = target as Element
    // The faults that the page finds are drawn by then.
    requestAnimationFrame(lead)
  })
  // Who types again must not be led away.
  document.addEventListener('input', () => {
    sent = undefined
  })
  const attributes = { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] }
  new MutationObserver(lead).observe(document.body, attributes)
}
