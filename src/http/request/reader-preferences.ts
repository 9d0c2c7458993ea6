/** How the pages that the server makes itself are shown to their reader: as the product was set to look in the same browser. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from '../../core/accounts/account.ts'
import {
  CHOICE_MAX_AGE_S,
  type ChoiceCookie,
  choiceCookieName,
  cookieValue,
} from '../../core/accounts/cookie-names.ts'
import type { Site } from '../../core/accounts/site.ts'
import { chooseLanguage, LANGUAGES, type Language } from '../protocol/language.ts'
import { fontFaces } from './page-style.ts'
import type { HttpNeeds } from './route.ts'
import { findSession, isSecure } from './session-guard.ts'

/** What a page hangs on beside its address, for caches. */
export const LOOK_VARY = 'Accept, Accept-Language, Cookie'

const COLOURS = ['light', 'dark'] as const
export type Colours = (typeof COLOURS)[number]

export interface Look {
  /** By switch, else the account's, else the browser's. */
  readonly language: Language
  /** Only if it was chosen by switch. */
  readonly chosenLanguage: Language | undefined
  /** `undefined`: as the system has it. */
  readonly colours: Colours | undefined
  readonly isSignedIn: boolean
  /** Rules of CSS; empty where the dashboard was not built. */
  readonly fonts: string
}

export type LookNeeds = Pick<
  HttpNeeds,
  'secrets' | 'accountReader' | 'clock' | 'sessionSecret' | 'site' | 'dashboard'
>

/** Reads the cookies of a request. Never throws: a page is shown also where accounts cannot be read. */
export function lookOf(needs: LookNeeds, headers: IncomingHttpHeaders): Look {
  const choice = (name: ChoiceCookie) =>
    cookieValue(headers.cookie, choiceCookieName(name, isSecure(needs.site)))
  const chosenLanguage = LANGUAGES.find((one) => one === choice('language'))
  const account = accountOf(needs, headers.cookie)
  return {
    language: chosenLanguage ?? account?.language ?? chooseLanguage(headers['accept-language']),
    chosenLanguage,
    colours: COLOURS.find((one) => one === choice('colours')),
    isSignedIn: account !== undefined,
    fonts: fontFaces(needs.dashboard),
  }
}

function accountOf(needs: LookNeeds, cookies: string | undefined): Account | undefined {
  try {
    return findSession(needs, cookies)?.account
  } catch {
    return undefined
  }
}

/** A `Set-Cookie` value that keeps a language for the whole product; its scripts read it, so it is not `HttpOnly`. */
export function languageCookie(site: Site, language: Language): string {
  const secure = isSecure(site) ? '; Secure' : ''
  const name = choiceCookieName('language', isSecure(site))
  return `${name}=${language}; Max-Age=${CHOICE_MAX_AGE_S}; Path=/${secure}; SameSite=Lax`
}
