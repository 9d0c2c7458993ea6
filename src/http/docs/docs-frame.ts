/** The frame of every page of the documentation: navigation, language switch, list of pages. */

import type { Language, Text } from '../protocol/language.ts'
import { LOGO, PAGE_COLOURS } from '../request/page-style.ts'
import { escapeHtml, styledPage } from '../request/plain-pages.ts'
import type { Look } from '../request/reader-preferences.ts'
import type { Answer } from '../request/route.ts'
import { DOCS_GROUPS } from './documents.ts'
import type { Section } from './render-document.ts'

/** The language of a page, and the query that its links carry on, so that a choice by `?lang=` persists. */
export interface PageLanguage {
  readonly language: Language
  readonly carried: '' | '?lang=de' | '?lang=en'
}

/** A page inside the frame. */
export interface FramedPage {
  readonly path: string
  /** Plain text. */
  readonly title: string
  /** HTML. */
  readonly main: string
  readonly sections?: readonly Section[]
}

const WORDS = {
  pages: { de: 'Dokumentation', en: 'Documentation' },
  skip: { de: 'Zum Text', en: 'To the text' },
  language: { de: 'Sprache', en: 'Language' },
  start: { de: 'Übersicht', en: 'Overview' },
  account: { de: 'Konto', en: 'Account' },
  signIn: { de: 'Anmelden', en: 'Sign in' },
  keys: { de: 'API-Schlüssel', en: 'API keys' },
} as const satisfies Record<string, Text>

const OTHER = { de: { code: 'en', name: 'English' }, en: { code: 'de', name: 'Deutsch' } } as const

const STYLE = `${PAGE_COLOURS}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:1rem clamp(1rem,3vw,2rem);border-bottom:1px solid var(--line);background:var(--surface)}
.ways{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;max-width:82rem;margin:0 auto;padding:1.5rem clamp(1rem,3vw,2rem) 5rem}
.pages{font-size:.9375rem}.pages p{margin:1.25rem 0 .25rem;color:var(--quiet);font-size:.8125rem;font-weight:650}
.pages ul{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0;padding:0;list-style:none}.pages a{display:block;padding:.25rem 0;color:var(--text);text-decoration:none}.pages a:hover{text-decoration:underline}
.pages [aria-current]{color:var(--accent);font-weight:650}.pages ul ul{display:none}
@media (min-width:60rem){.columns{grid-template-columns:16rem minmax(0,1fr);gap:3rem}.pages{position:sticky;top:1.5rem;align-self:start;max-height:calc(100dvh - 3rem);overflow-y:auto;padding-right:.5rem}.pages ul{display:block}
.pages ul ul{display:block;margin:.125rem 0 .5rem;padding-left:.75rem;border-left:2px solid var(--line);font-size:.875rem}.pages ul ul a{padding:.125rem 0;color:var(--quiet);overflow-wrap:anywhere}.pages ul ul code{font-size:1em;background:none;padding:0;font-family:inherit}}
main{max-width:52rem;overflow-wrap:break-word}h1{margin:0 0 1rem;font-size:2rem;line-height:1.2;letter-spacing:-.02em;text-wrap:balance}h2{margin:3rem 0 .75rem;font-size:1.375rem;line-height:1.3;letter-spacing:-.01em}h3{margin:2rem 0 .5rem;font-size:1.0625rem;line-height:1.4}
h1,h2,h3{scroll-margin-top:1rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}code{padding:.1em .3em;border-radius:4px;background:var(--sunken);overflow-wrap:anywhere}
pre{margin:1rem 0;padding:1rem 1.25rem;overflow-x:auto;border:1px solid var(--line);border-radius:12px;background:var(--surface);line-height:1.6}pre code{padding:0;background:none;overflow-wrap:normal}
.wide{margin:1rem 0;overflow-x:auto}table{border-collapse:collapse;min-width:100%;font-size:.9375rem}th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}th{color:var(--quiet);font-size:.8125rem;font-weight:650}td code{overflow-wrap:normal}
.method{color:var(--accent);font-weight:700}.facts{color:var(--quiet)}
.doors{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.75rem;margin:.75rem 0 0;padding:0;list-style:none}
.doors a{display:block;height:100%;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--text);text-decoration:none}.doors a:hover{border-color:var(--accent)}.doors strong{display:block;color:var(--accent)}.doors span{color:var(--quiet);font-size:.9375rem}
@media (max-width:59.99rem){.pages p{display:none}.pages ul:not(:first-child){margin-top:.375rem}}
`

/** Returns the link to the keys page, or to the sign-in page. */
export function accountLink({ isSignedIn }: Look, language: Language): string {
  return isSignedIn
    ? `<a href="/keys">${WORDS.keys[language]}</a>`
    : `<a href="/signin">${WORDS.signIn[language]}</a>`
}

/** Returns the page inside the frame. */
export function framedPage(page: FramedPage, { language, carried }: PageLanguage, look: Look): Answer {
  const other = OTHER[language]
  const body = `<a class="skip" href="#text">${WORDS.skip[language]}</a>
<header>${LOGO}<div class="ways"><nav aria-label="${WORDS.account[language]}">${accountLink(look, language)}</nav>
<nav aria-label="${WORDS.language[language]}"><a href="?lang=${other.code}" hreflang="${other.code}" lang="${other.code}">${other.name}</a></nav></div></header>
<div class="columns">
${pageList(page, language, carried)}
<main id="text" tabindex="-1">
${page.main}
</main>
</div>`
  return styledPage({ status: 200, look, language, title: page.title, style: STYLE, body })
}

function pageList({ path, sections = [] }: FramedPage, language: Language, carried: string): string {
  const inner = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')
  const link = (to: string, title: string) =>
    to === path
      ? `<li><a href="${to}${carried}" aria-current="page">${title}</a>${inner && `<ul>${inner}</ul>`}</li>`
      : `<li><a href="${to}${carried}">${title}</a></li>`
  const groups = DOCS_GROUPS.map(
    ({ title, entries }) => `<p>${escapeHtml(title[language])}</p>
<ul>${entries.map((entry) => link(entry.path, escapeHtml(entry.title[language]))).join('\n')}</ul>`,
  )
  return `<nav class="pages" aria-label="${WORDS.pages[language]}">
<ul>${link('/docs', WORDS.start[language])}</ul>
${groups.join('\n')}
</nav>`
}
