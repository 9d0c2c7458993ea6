/** The frame of the light search page: product name, links to sign in, switches for language and colours. */
import { type ReactNode, useEffect, useState } from 'react'
import { get } from '../api/call.ts'
import type { SessionAnswer } from '../api/types.ts'
import { Choice } from '../shell/choice.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from '../shell/icons.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { Logo } from '../shell/logo.tsx'
import { chooseScheme, readScheme, type Scheme } from '../theme/colours.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { SHELL } from '../words/shell.ts'
import './light-page.css'
import type { Memory } from './memory.ts'
import { SearchPages } from './search-pages.tsx'
import { useHistoryNavigation } from './use-history-navigation.ts'

export function LightPage({ memory }: { readonly memory: Memory }) {
  const words = useWords(SHELL)
  const session = useSessionAnswer()
  const navigation = useHistoryNavigation(session)
  return (
    <div className="fs-page">
      <a className="fs-skip" href="#content">
        {words.skip}
      </a>
      <Header session={session} />
      <main id="content" tabIndex={-1} className="fs-main">
        <SearchPages navigation={navigation} memory={memory} />
      </main>
      <Footer settings={session?.settings} />
    </div>
  )
}

/** Returns session and settings of the server; `undefined` until they are loaded, or if that fails. */
function useSessionAnswer(): SessionAnswer | undefined {
  const [session, setSession] = useState<SessionAnswer>()
  useEffect(() => {
    get<SessionAnswer>('session').then(setSession, () => undefined)
  }, [])
  return session
}

function Header({ session }: { readonly session: SessionAnswer | undefined }) {
  const words = useWords(SEARCH)
  const shell = useWords(SHELL)
  return (
    <header className="fs-header">
      <Logo />
      <nav className="fs-nav" aria-label={shell.navigation}>
        <a href="/docs" className="fs-nav-link fs-nav-wide">
          {shell.docs}
        </a>
        {session?.account ? (
          <a href="/keys" className="fs-button">
            {words.toApp}
          </a>
        ) : (
          <>
            <a href="/signin" className="fs-nav-link">
              {shell.signIn}
            </a>
            {session?.settings.sign_up !== 'closed' && (
              <a href="/signup" className="fs-button">
                {words.signUp}
              </a>
            )}
          </>
        )}
      </nav>
    </header>
  )
}

function Footer({ settings }: { readonly settings: SessionAnswer['settings'] | undefined }) {
  const words = useWords(SHELL)
  return (
    <footer className="fs-footer">
      <nav className="fs-footer-links" aria-label={words.footer}>
        <a href="/docs">{words.docs}</a>
        <Elsewhere to={settings?.imprint_url}>{words.imprint}</Elsewhere>
        <Elsewhere to={settings?.privacy_url}>{words.privacy}</Elsewhere>
      </nav>
      <div className="fs-switches">
        <LanguageSwitch />
        <Colours />
      </div>
    </footer>
  )
}

function Elsewhere({
  to,
  children,
}: {
  readonly to: string | null | undefined
  readonly children: ReactNode
}) {
  return to ? <a href={to}>{children}</a> : null
}

function Colours() {
  const words = useWords(SHELL)
  const [scheme, setScheme] = useState<Scheme>(readScheme)
  const choose = (next: Scheme) => {
    chooseScheme(next)
    setScheme(next)
  }
  const options = [
    { value: 'light', label: words.light, face: <SunIcon size={16} /> },
    { value: 'dark', label: words.dark, face: <MoonIcon size={16} /> },
    { value: 'auto', label: words.auto, face: <ScreenIcon size={16} /> },
  ] as const
  return <Choice label={words.colours} value={scheme} options={options} onChoose={choose} />
}
