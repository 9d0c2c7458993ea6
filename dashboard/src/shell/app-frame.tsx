/**
 * The frame of all pages with a session: menu, page, footer. On narrow screens the menu is a bar at the
 * bottom.
 */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { SESSION } from '../api/queries.ts'
import type { SessionAnswer } from '../api/types.ts'
import { PageFailure } from '../parts/failure.tsx'
import { PageLoading } from '../parts/loading.tsx'
import { hasChosenLanguage, useLanguage, useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import styles from './app-frame.module.css'
import { Footer } from './footer.tsx'
import { GoTo } from './go-to.tsx'
import { Menu } from './menu.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { HOME, leave, Owner, useFirstAccount, useOneAccount } from './owner.ts'
import { SignInAgain } from './sign-in-again.tsx'

export function AppFrame() {
  return <Framed isForOperators={false} />
}

export function OperatorFrame() {
  return <Framed isForOperators />
}

/** The page for unknown addresses, inside the frame if there is a session. */
export function UnknownAddress() {
  const session = useQuery(SESSION)
  if (session.data?.account) {
    return (
      <Framed isForOperators={false}>
        <NotFoundPage />
      </Framed>
    )
  }
  return <main>{session.isPending ? <PageLoading isWhole /> : <NotFoundPage />}</main>
}

interface FramedProps {
  readonly isForOperators: boolean
  /** Replaces the page of the route. */
  readonly children?: ReactNode
}

/**
 * A page that was shown once stays visible when the session ends or cannot be read. Only another account
 * replaces it.
 */
function Framed({ isForOperators, children = <Outlet /> }: FramedProps) {
  const session = useQuery(SESSION)
  const { href } = useLocation()
  const account = session.data?.account
  const owner = useFirstAccount(account)
  const { refetch } = session
  const askAnew = useCallback(() => void (account === null && refetch()), [account, refetch])
  useOneAccount(owner?.id, askAnew)
  if (session.data === undefined) {
    return (
      <main>
        {session.isError ? (
          <PageFailure fault={session.error} onRetry={() => refetch()} isWhole />
        ) : (
          <PageLoading isWhole />
        )}
      </main>
    )
  }
  if (owner === undefined) return <GoTo href={`/signin?back=${encodeURIComponent(href)}`} />
  if (account && account.id !== owner.id) return <Leaving />
  const isAllowed = !isForOperators || owner.role === 'operator'
  return (
    <Owner value={owner}>
      <SignedIn account={owner} settings={session.data.settings}>
        {isAllowed ? children : <NotFoundPage />}
      </SignedIn>
      <SignInAgain isSignedOut={account === null} />
    </Owner>
  )
}

/** Reloads the app, because the input on this page belongs to another account. */
function Leaving() {
  useEffect(() => leave(HOME), [])
  return (
    <main>
      <PageLoading isWhole />
    </main>
  )
}

interface SignedInProps {
  readonly account: NonNullable<SessionAnswer['account']>
  readonly settings: SessionAnswer['settings']
  readonly children: ReactNode
}

function SignedIn({ account, settings, children }: SignedInProps) {
  const words = useWords(SHELL)
  const { language, follow } = useLanguage()
  useEffect(() => {
    if (!hasChosenLanguage() && account.language !== language) follow(account.language)
  }, [account.language, language, follow])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Menu account={account} settings={settings} />
      <div className={styles.side}>
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
        <Footer settings={settings} />
      </div>
    </div>
  )
}
