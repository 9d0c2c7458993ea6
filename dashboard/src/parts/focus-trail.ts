/**
 * Moves the keyboard focus to the nearest place when the focused element is removed, so that it never falls
 * back to the body.
 */

/** The last focused element with its ancestors at that time. */
export interface FocusTrail {
  readonly target: Element
  /** Its ancestors, nearest first. */
  readonly around: readonly Element[]
  /** Trail of the element that opened the dialog around the target. */
  readonly before: FocusTrail | undefined
}

const DIALOG = '[role="dialog"]'
const DIALOG_BODY = '.mantine-Modal-body'
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const FIELDS = 'input:not([type="radio"]), input[type="radio"]:checked, select, textarea'
const HEADINGS = 'h1, h2, h3'

let last: FocusTrail | undefined
/** By the element of the open dialog. */
const openers = new WeakMap<Element, FocusTrail | undefined>()

/** Returns the last focus; `undefined` if the last press was on no control. */
export function lastFocus(): FocusTrail | undefined {
  return last
}

/** Stores which element opened this dialog. */
export function noteOpener(dialog: Element, opener: FocusTrail | undefined): void {
  openers.set(dialog, opener)
}

/** Installs the listeners. Called once, before the first drawing. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = trailOf(target as Element)
  })
  // Some browsers do not focus a button on a mouse click.
  const press = ({ target }: Event) => {
    const pressed = (target as Element).closest(CONTROLS)
    last = pressed === null ? undefined : trailOf(pressed)
  }
  document.addEventListener('pointerdown', press, { capture: true })
  const check = () => {
    if (hasNoFocus() && last !== undefined && !last.target.isConnected) focusNear(last)
  }
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true })
}

/** Returns whether no element has the focus. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Focuses the target, or the nearest heading or dialog that still exists. */
export function focusNear(trail: FocusTrail | undefined): void {
  const place = placeOf(trail)
  if (place !== null) focus(place)
}

function placeOf(trail: FocusTrail | undefined): Element | null {
  for (let one = trail; one !== undefined; one = one.before) {
    const found = canFocus(one.target) ? one.target : placeNear(one.around)
    if (found !== undefined) return found
  }
  const dialog = [...document.querySelectorAll(DIALOG)].findLast(isOpenTo)
  if (dialog !== undefined) return startOf(dialog)
  return document.querySelector('main h1') ?? document.querySelector('main')
}

/** Focuses the first field of a dialog, or its first control; never its close button. */
export function focusStart(dialog: Element): void {
  const start = startOf(dialog)
  // The focus trap of the dialog reads this attribute a moment later.
  start.setAttribute('data-autofocus', 'true')
  focus(start)
}

function trailOf(target: Element): FocusTrail {
  const around: Element[] = []
  for (let one = target.parentElement; one !== null && one !== document.body; one = one.parentElement)
    around.push(one)
  const dialog = target.closest(DIALOG)
  return { target, around, before: dialog === null ? undefined : openers.get(dialog) }
}

function placeNear(around: readonly Element[]): Element | undefined {
  for (const one of around.filter(isOpenTo)) {
    const dialog = one.closest(DIALOG)
    if (dialog !== null) return startOf(dialog)
    const heading = one.querySelector(HEADINGS)
    if (heading !== null) return heading
  }
  return undefined
}

function startOf(dialog: Element): Element {
  const body = dialog.querySelector(DIALOG_BODY) ?? dialog
  const controls = [...body.querySelectorAll(CONTROLS)].filter(canFocus)
  const marked = body.querySelector('[data-autofocus]')
  const first = controls.find((one) => one.matches(FIELDS)) ?? controls[0]
  return marked ?? first ?? dialog.querySelector(HEADINGS) ?? dialog
}

function canFocus(element: Element): boolean {
  return isOpenTo(element) && element.checkVisibility() && !element.matches(':disabled')
}

/** Returns whether the element is on the page and not behind a dialog. */
function isOpenTo(element: Element): boolean {
  return element.isConnected && element.closest('[inert]') === null
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: !element.matches(CONTROLS) })
}
