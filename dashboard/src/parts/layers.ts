/**
 * The stack of open dialogs. Only the uppermost can be used; the page and the dialogs below are inert until
 * it closes, and then the focus returns to where it was.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type FocusTrail, focusNear, focusStart, hasNoFocus, lastFocus, noteOpener } from './focus-trail.ts'

interface Layer {
  readonly id: string
  readonly opener: FocusTrail | undefined
  /** Whether its content is drawn. */
  isShown: boolean
}

/** The place of a dialog in the stack. */
export interface LayerPlace {
  /** Id for its outermost element. */
  readonly id: string
  readonly zIndex: number
  readonly isUppermost: boolean
}

/** Of the lowest dialog. */
const Z_INDEX = 200

let layers: readonly Layer[] = []
const watchers = new Set<() => void>()

/** Puts a dialog on the stack while it is open, and returns its place. */
export function useLayer(isOpen: boolean): LayerPlace {
  const id = useId()
  const layer = useRef<Layer>(undefined)
  const [level, setLevel] = useState(0)
  const uppermost = useSyncExternalStore(watch, () => layers.at(-1)?.id)
  useLayoutEffect(() => {
    if (!isOpen) return
    layer.current = { id, opener: lastFocus(), isShown: false }
    setLevel(layers.length)
    change([...layers, layer.current])
    begin(layer.current)
  }, [isOpen, id])
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (layer.current !== undefined) close(layer.current)
    }
  }, [isOpen])
  return { id, zIndex: Z_INDEX + level, isUppermost: uppermost === id }
}

/**
 * Sets the initial focus of a dialog; to be called by its content, which may be drawn later than the dialog.
 */
export function useStart(id: string): void {
  useLayoutEffect(() => {
    const layer = layers.find((one) => one.id === id)
    if (layer !== undefined) begin(layer)
  }, [id])
}

/** Called as soon as the content is drawn. */
function begin(layer: Layer): void {
  const dialog = document.getElementById(layer.id)?.querySelector('[role="dialog"]')
  if (!dialog || layer.isShown) return
  layer.isShown = true
  noteOpener(dialog, layer.opener)
  arrange()
  if (layer === layers.at(-1)) focusStart(dialog)
}

/** Called after React has drawn, because React restores the focus while it draws. */
function close(layer: Layer): void {
  const own = document.getElementById(layer.id)
  const hadFocus = hasNoFocus() || own?.contains(document.activeElement)
  change(layers.filter((one) => one !== layer))
  // The dialog remains visible for a moment while it fades.
  setInert(own, !layers.some(({ id }) => id === layer.id))
  if (hadFocus) focusNear(layer.opener)
}

function change(next: readonly Layer[]): void {
  layers = next
  arrange()
  for (const notify of watchers) notify()
}

function arrange(): void {
  const uppermost = layers.findLast(({ isShown }) => isShown)
  setInert(document.getElementById('root'), uppermost !== undefined)
  for (const layer of layers) setInert(document.getElementById(layer.id), layer !== uppermost)
}

function setInert(element: HTMLElement | null, isInert: boolean): void {
  if (element !== null) element.inert = isInert
}

function watch(notify: () => void): () => void {
  watchers.add(notify)
  return () => watchers.delete(notify)
}
