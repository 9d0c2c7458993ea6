/**
 * Navigation of the search pages: the current address and a function to open another, over a router or the
 * browser's history.
 */
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'

export interface SearchNavigation {
  /** Path of the search page: `/` on the light page, `/search` in the app. */
  readonly searchPath: string
  readonly path: string
  /** The query string with its `?`, or empty. */
  readonly search: string
  /** Opens a page. `replace`: without a new history entry. */
  readonly go: (url: string, options?: { readonly replace?: boolean }) => void
  readonly isSignedIn: boolean
  /** Draws what can be done with a company beside its links; absent: nothing more. */
  readonly actionOf?: (company: { readonly uuid: string; readonly name: string }) => ReactNode
  /** Whether signing up and signing in is possible here. */
  readonly offersAccount: boolean
}

const NavigationContext = createContext<SearchNavigation | undefined>(undefined)

export function NavigationProvider({
  navigation,
  children,
}: {
  readonly navigation: SearchNavigation
  readonly children: ReactNode
}) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

export function useSearchNavigation(): SearchNavigation {
  const navigation = useContext(NavigationContext)
  if (navigation === undefined) throw new Error('the search is mounted without navigation')
  return navigation
}

/**
 * A link inside the page. Other buttons and modifier keys keep the browser's behaviour. `onFollow` replaces
 * the navigation, for example by a step back.
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
  const { go } = useSearchNavigation()
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
