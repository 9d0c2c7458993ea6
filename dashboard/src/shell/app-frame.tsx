/** Around every page of a person who is signed in: menu, page, footer. At 360 px the menu is a bar at the bottom. */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
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

export function AppFrame() {
  return <Framed isForOperators={false} />
}

export function OperatorFrame() {
  return <Framed isForOperators />
}

function Framed({ isForOperators }: { readonly isForOperators: boolean }) {
  const session = useQuery(SESSION)
  const { href } = useLocation()
  if (session.isPending) {
    return (
      <main>
        <PageLoading isWhole />
      </main>
    )
  }
  if (session.isError) {
    return (
      <main>
        <PageFailure fault={session.error} onRetry={() => session.refetch()} isWhole />
      </main>
    )
  }
  const { account } = session.data
  if (account === null) return <GoTo href={`/signin?back=${encodeURIComponent(href)}`} />
  const isAllowed = !isForOperators || account.role === 'operator'
  return (
    <SignedIn account={account} settings={session.data.settings}>
      {isAllowed ? <Outlet /> : <NotFoundPage />}
    </SignedIn>
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
