/**
 * Shared style of the server-rendered pages: font and colours of the dashboard, light or dark by the reader's
 * choice or the system's.
 */
import type { DashboardFiles } from './dashboard-files.ts'

/** Returns CSS that sets custom properties in dark mode, by the reader's choice or the system's. */
export function darkModeCss(values: string): string {
  return `@media (prefers-color-scheme:dark){:root:not([data-colours=light]){${values}}}
:root[data-colours=dark]{${values}}`
}

/** The same as `--fs-font` of the dashboard. */
const FONTS =
  '"Inter Variable",ui-sans-serif,system-ui,-apple-system,"Segoe UI","Noto Sans","Liberation Sans",sans-serif'

/** The font files and their character ranges, as in `dashboard/src/theme/inter/inter.css`. */
const FONT_FILES = [
  [
    'inter-latin.woff2',
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ],
  [
    'inter-latin-ext.woff2',
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  ],
] as const

/** Returns CSS rules that load the font from the built dashboard; empty if it was not built. */
export function fontFaces(dashboard: DashboardFiles): string {
  return FONT_FILES.map(([file, range]) => {
    const address = dashboard.addressOf(file)
    if (address === undefined) return ''
    return `@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url(${address}) format("woff2");unicode-range:${range}}\n`
  }).join('')
}

const DARK =
  '--ground:#0e1314;--surface:#151c1d;--sunken:#1c2526;--text:#e6eceb;--quiet:#9fadaa;--line:#2a3536;--control:#6f7f7d;--accent:#6fcbd8;--hover:#8dd8e3;--on:#06272d;--tint:#12333a'

/** CSS custom properties with the colours, and the basic rules of every page. */
export const PAGE_COLOURS = `
:root{color-scheme:light dark;--ground:#f6f7f7;--surface:#fff;--sunken:#eef1f1;--text:#16201f;--quiet:#55625f;--line:#dde3e2;--control:#808c89;--accent:#0f5f6d;--hover:#0b4d59;--on:#fff;--tint:#e3f1f3}
${darkModeCss(DARK)}
:root[data-colours=light]{color-scheme:light}:root[data-colours=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.6 ${FONTS}}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:6px}
.logo{display:inline-flex;align-items:center;gap:.625rem;color:var(--text);font-size:1.0625rem;font-weight:650;letter-spacing:-.015em;text-decoration:none}
`

/** The logo as HTML, a link to the start page. */
export const LOGO = `<a class="logo" href="/"><svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f5f6d"/><path d="M9 23V9h12M9 16h9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22.5" cy="21.5" r="2.5" fill="#7fd6e0"/></svg><span>firmensuche</span></a>`
