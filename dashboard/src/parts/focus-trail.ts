/**
 * Where the keyboard focus was and where it goes next. It never falls to the body: when the focused element
 * leaves the page, the nearest place takes its focus.
 */

/** The last focused element, with what surrounded it then. */
export interface FocusTrail {
  readonly target: Element
  /** Its ancestors, the nearest first. */
  readonly around: readonly Element[]
  /** Of what opened the dialog that the target is in. */
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

/** `undefined` when the person pressed on nothing last. */
export function lastFocus(): FocusTrail | undefined {
  return last
}

/** Notes what opened this dialog. */
export function noteOpener(dialog: Element, opener: FocusTrail | undefined): void {
  openers.set(dialog, opener)
}

/** From now on. Called once, before anything is drawn. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = trailOf(target as Element)
  })
  // Some browsers do not focus a button that is pressed by mouse.
  const press = ({ target }: Event) => {
    const pressed = (target as Element).closest(CONTROLS)
    last = pressed === null ? undefined : trailOf(pressed)
  }
  document.addEventListener('pointerdown', press, { capture: true })
  const look = () => {
    if (hasNoFocus() && last !== undefined && !last.target.isConnected) focusNear(last)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}

/** Whether nothing has the focus. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Gives the focus to the target, or to the nearest heading or dialog that is still there. */
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

/** Gives the focus to the first field of a dialog, else to its first control; never to its cross. */
export function focusStart(dialog: Element): void {
  const start = startOf(dialog)
  // The focus trap of the dialog looks for this mark a moment later.
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

/** On the page, and not behind a dialog. */
function isOpenTo(element: Element): boolean {
  return element.isConnected && element.closest('[inert]') === null
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: !element.matches(CONTROLS) })
}
