/** The menu: pages, the account, and the button to sign out. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { post } from '../api/call.ts'
import type { SessionAnswer } from '../api/types.ts'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { LeaveIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import styles from './menu.module.css'
import { pageLinks } from './page-links.ts'
import { sendToTabs } from './tabs.ts'

interface MenuProps {
  readonly account: NonNullable<SessionAnswer['account']>
  readonly settings: SessionAnswer['settings']
}

export function Menu({ account, settings }: MenuProps) {
  const words = useWords(SHELL)
  return (
    <header className={styles.menu}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <Logo />
        </div>
        <nav aria-label={words.navigation} className={styles.links}>
          {pageLinks(account.role === 'operator').map(({ word, to, icon: Icon }) => (
            <Link key={word} to={to} className={styles.link} activeProps={{ 'aria-current': 'page' }}>
              <Icon />
              <span>{words[word]}</span>
            </Link>
          ))}
        </nav>
        {settings.emails_page && (
          <p className={styles.note}>
            {words.folderMail} <a href="/emails">{words.folderMailLink}</a>
          </p>
        )}
        <Person email={account.email} name={account.name} />
      </div>
    </header>
  )
}

function Person({ email, name }: { readonly email: string; readonly name: string }) {
  const words = useWords(SHELL)
  const queries = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => post('auth/sign-out'),
    onSuccess: () => sendToTabs(null),
    onSettled: () => {
      queries.clear()
      location.assign('/signin')
    },
  })
  return (
    <div className={styles.person}>
      <div className={styles.who}>
        {name !== '' && <span className={styles.name}>{name}</span>}
        <span className={styles.email} title={email}>
          {email}
        </span>
      </div>
      <button type="button" className={styles.leave} onClick={() => !leaving.isPending && leaving.mutate()}>
        <LeaveIcon size={18} />
        <span>{words.signOut}</span>
      </button>
    </div>
  )
}
