/** The style of the front page. */
import { PAGE_COLOURS } from '../request/page-style.ts'

/** CSS of the front page, with that of all pages. */
export const FRONT_STYLE = `${PAGE_COLOURS}
body{min-height:100dvh;display:flex;flex-direction:column}
header,main,footer{width:100%;max-width:68rem;margin:0 auto;padding-inline:clamp(1rem,4vw,2.5rem)}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;padding-block:1.5rem}
header nav{display:flex;gap:1.5rem}header nav a{color:var(--text);text-decoration:none;padding-block:.5rem}header nav a:hover{text-decoration:underline}
main{flex:1;padding-block:clamp(1.5rem,9vh,6rem) 3rem}
h1{margin:0;max-width:18ch;font-size:clamp(2.25rem,1.4rem + 4vw,3.75rem);font-weight:700;line-height:1.08;letter-spacing:-.03em;text-wrap:balance}
.lead{margin:1.25rem 0 0;max-width:38rem;color:var(--quiet);font-size:1.1875rem;text-wrap:pretty}
.doors{display:flex;flex-wrap:wrap;gap:.75rem;margin:2rem 0 0;padding:0;list-style:none}
.doors a{display:inline-block;padding:.6875rem 1.25rem;border:1px solid var(--control);border-radius:8px;background:var(--surface);color:var(--text);font-weight:600;text-decoration:none}
.doors a:hover{border-color:var(--accent)}
.doors a.first{border-color:var(--accent);background:var(--accent);color:var(--on)}.doors a.first:hover{background:var(--hover)}
.invited{margin:1rem 0 0;color:var(--quiet)}
pre{margin:clamp(2.5rem,8vh,4.5rem) 0 0;padding:1.25rem 1.5rem;overflow-x:auto;border:1px solid var(--line);border-radius:12px;background:var(--surface);font:.875rem/1.7 ui-monospace,Menlo,Consolas,monospace}
pre .said{color:var(--quiet)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1.5rem 2.5rem;margin:2.5rem 0 0;padding:0;list-style:none}
.facts h2{margin:0 0 .25rem;font-size:1rem;font-weight:650}.facts p{margin:0;color:var(--quiet)}
footer{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding-block:1.5rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.875rem}
footer a{color:inherit}footer p{margin:0;flex:1 1 20rem}
`
