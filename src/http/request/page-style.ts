/** What every page that the server makes itself looks like: the colours of the dashboard, light and dark as the system has it. */

export const PAGE_COLOURS = `
:root{color-scheme:light dark;--ground:#f6f7f7;--surface:#fff;--sunken:#eef1f1;--text:#16201f;--quiet:#55625f;--line:#dde3e2;--control:#808c89;--accent:#0f5f6d;--hover:#0b4d59;--on:#fff;--tint:#e3f1f3}
@media (prefers-color-scheme:dark){:root{--ground:#0e1314;--surface:#151c1d;--sunken:#1c2526;--text:#e6eceb;--quiet:#9fadaa;--line:#2a3536;--control:#6f7f7d;--accent:#6fcbd8;--hover:#8dd8e3;--on:#06272d;--tint:#12333a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.6 system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:6px}
.logo{display:inline-flex;align-items:center;gap:.625rem;color:var(--text);font-size:1.0625rem;font-weight:650;letter-spacing:-.015em;text-decoration:none}
`

export const LOGO = `<a class="logo" href="/"><svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f5f6d"/><path d="M9 23V9h12M9 16h9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22.5" cy="21.5" r="2.5" fill="#7fd6e0"/></svg><span>firmensuche</span></a>`
