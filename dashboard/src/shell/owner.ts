/**
 * The account whose pages are open. They stay open when the session ends, so that no input is lost, until
 * somebody signs in again.
 */
import { createContext, useContext, useEffect, useState } from 'react'
import type { Account } from '../api/types.ts'
import { listenToTabs, sendToTabs } from './tabs.ts'

export const Owner = createContext<Account | undefined>(undefined)

/**
 * Returns the account whose pages are open, even if it is not signed in any more. Only inside the frame of
 * the app.
 */
export function useOwner(): Account {
  const owner = useContext(Owner)
  if (owner === undefined) throw new Error('there is no account outside the frame of the app')
  return owner
}

/** Returns the account that was signed in first, with its latest data; `undefined` before. */
export function useFirstAccount(account: Account | null | undefined): Account | undefined {
  const [first, setFirst] = useState<Account>()
  const isNewer = account && account !== first && (first === undefined || first.id === account.id)
  if (isNewer) setFirst(account)
  return isNewer ? account : first
}

/**
 * Sends the account to the other tabs, and leaves the page when they report that somebody signed out or that
 * another account is signed in. Loading the page drops all data.
 */
export function useOneAccount(owner: string | undefined, onSignedIn: () => void): void {
  useEffect(() => {
    if (owner === undefined) return
    sendToTabs(owner)
    return listenToTabs((account) => {
      if (account === null) leave(`/signin?back=${encodeURIComponent(location.pathname + location.search)}`)
      else if (account === owner) onSignedIn()
      else leave(HOME)
    })
  }, [owner, onSignedIn])
}

/** The first page of an account. */
export const HOME = '/keys'

/** Opens an address by loading it, so that no data of this page remains. */
export function leave(href: string): void {
  location.assign(href)
}
