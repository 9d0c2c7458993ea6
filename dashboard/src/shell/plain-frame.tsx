/** The frame of the pages for signing in: one card in the middle. */
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { SESSION } from '../api/queries.ts'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import styles from './plain-frame.module.css'

export function PlainFrame() {
  const session = useQuery(SESSION)
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Logo />
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
      <Footer settings={session.data?.settings} />
    </div>
  )
}
