/** How server-rendered pages look for their reader: the language and colours chosen in the same browser. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  CHOICE_MAX_AGE_S,
  type ChoiceCookie,
  choiceCookieName,
  cookieValue,
} from '../../core/accounts/cookie-names.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Account } from '../../core/identity/account.ts'
import { chooseLanguage, LANGUAGES, type Language } from '../protocol/language.ts'
import { fontFaces } from './page-style.ts'
import type { HttpNeeds } from './route.ts'
import { findSession, isSecure } from './session-guard.ts'

/** `Vary` of every server-rendered page. */
export const LOOK_VARY = 'Accept, Accept-Language, Cookie'

const COLOURS = ['light', 'dark'] as const
/** A colour scheme that the reader chose. */
export type Colours = (typeof COLOURS)[number]

/** The presentation of a page for one reader. */
export interface Look {
  /** By the language switch, else the account's, else the browser's. */
  readonly language: Language
  /** Set only if it was chosen with the language switch. */
  readonly chosenLanguage: Language | undefined
  /** `undefined`: that of the system. */
  readonly colours: Colours | undefined
  readonly isSignedIn: boolean
  /** CSS rules that load the font; empty if the dashboard was not built. */
  readonly fonts: string
}

/** The ports that `lookOf` uses. */
export type LookNeeds = Pick<
  HttpNeeds,
  'secrets' | 'accountReader' | 'clock' | 'sessionSecret' | 'site' | 'dashboard'
>

/**
 * Reads the preferences of a request from its cookies and headers. Never throws: pages are shown even if
 * accounts cannot be read.
 */
export async function lookOf(needs: LookNeeds, headers: IncomingHttpHeaders): Promise<Look> {
  const choice = (name: ChoiceCookie) =>
    cookieValue(headers.cookie, choiceCookieName(name, isSecure(needs.site)))
  const chosenLanguage = LANGUAGES.find((one) => one === choice('language'))
  const account = await accountOf(needs, headers.cookie)
  return {
    language: chosenLanguage ?? account?.language ?? chooseLanguage(headers['accept-language']),
    chosenLanguage,
    colours: COLOURS.find((one) => one === choice('colours')),
    isSignedIn: account !== undefined,
    fonts: fontFaces(needs.dashboard),
  }
}

async function accountOf(needs: LookNeeds, cookies: string | undefined): Promise<Account | undefined> {
  try {
    return (await findSession(needs, cookies))?.account
  } catch {
    return undefined
  }
}

/**
 * Returns a `Set-Cookie` value that stores the language for all pages. Scripts read it, so it is not
 * `HttpOnly`.
 */
export function languageCookie(site: Site, language: Language): string {
  const secure = isSecure(site) ? '; Secure' : ''
  const name = choiceCookieName('language', isSecure(site))
  return `${name}=${language}; Max-Age=${CHOICE_MAX_AGE_S}; Path=/${secure}; SameSite=Lax`
}
