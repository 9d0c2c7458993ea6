/**
 * Whose pages are open. They stay when the session ends, so that nothing that was typed is lost, until
 * somebody signs in again.
 */
import { createContext, useContext, useEffect, useState } from 'react'
import type { Account } from '../api/types.ts'
import { listenToTabs, tellTabs } from './tabs.ts'

export const Owner = createContext<Account | undefined>(undefined)

/**
 * The account whose pages these are, also while it is not signed in any more. Only within the frame of the
 * app.
 */
export function useOwner(): Account {
  const owner = useContext(Owner)
  if (owner === undefined) throw new Error('there is no account outside the frame of the app')
  return owner
}

/** The first account that was signed in, with its newest facts; `undefined` before. */
export function useFirstAccount(account: Account | null | undefined): Account | undefined {
  const [first, setFirst] = useState<Account>()
  const isNewer = account && account !== first && (first === undefined || first.id === account.id)
  if (isNewer) setFirst(account)
  return isNewer ? account : first
}

/**
 * Tells the other tabs who is signed in here, and leaves the page when they say that somebody signed out or
 * that another account is signed in. A load of the page keeps nothing.
 */
export function useOneAccount(owner: string | undefined, onSignedIn: () => void): void {
  useEffect(() => {
    if (owner === undefined) return
    tellTabs(owner)
    return listenToTabs((account) => {
      if (account === null) leave(`/signin?back=${encodeURIComponent(location.pathname + location.search)}`)
      else if (account === owner) onSignedIn()
      else leave(HOME)
    })
  }, [owner, onSignedIn])
}

/** Where another account begins. */
export const HOME = '/keys'

/** By the browser, so that nothing of this page is left. */
export function leave(href: string): void {
  location.assign(href)
}
