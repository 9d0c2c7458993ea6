/** Focuses the first invalid field after a submit, whether the page or the server found the fault. */

const FAULTY = ':is(input, select, textarea)[aria-invalid="true"]'

/** Installs the listeners for all forms. Called once, before the first drawing. */
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
    // By then the faults that the page found are drawn.
    requestAnimationFrame(lead)
  })
  // The focus must not move while somebody types again.
  document.addEventListener('input', () => {
    sent = undefined
  })
  const attributes = { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] }
  new MutationObserver(lead).observe(document.body, attributes)
}
