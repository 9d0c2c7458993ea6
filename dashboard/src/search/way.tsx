/**
 * How the search finds its way: the address of the page, and how to get to another one, whoever keeps the
 * history.
 */
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'

export interface Way {
  /** Of the search page: `/` on the light page, `/search` in the app. */
  readonly searchPath: string
  readonly path: string
  /** With its `?`, or empty. */
  readonly search: string
  /** `replace`: without a step in the history. */
  readonly go: (url: string, options?: { readonly replace?: boolean }) => void
  readonly isSignedIn: boolean
  /** People may sign up or sign in here. */
  readonly offersAccount: boolean
}

const Here = createContext<Way | undefined>(undefined)

export function WayTo({ way, children }: { readonly way: Way; readonly children: ReactNode }) {
  return <Here value={way}>{children}</Here>
}

export function useWay(): Way {
  const way = useContext(Here)
  if (way === undefined) throw new Error('the search is mounted without a way')
  return way
}

/**
 * A link within the page: other buttons and keys do what browsers do. `onFollow` is another way to the same
 * page.
 */
export function Link({
  to,
  children,
  onFollow,
  ...rest
}: {
  readonly to: string
  readonly onFollow?: (() => void) | undefined
  readonly children: ReactNode
  readonly className?: string
  readonly id?: string
}) {
  const { go } = useWay()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (onFollow === undefined) go(to)
    else onFollow()
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

export function companyPath(uuid: string): string {
  return `/company/${uuid}`
}
