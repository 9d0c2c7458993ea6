/** The environment of a process that is measured: its memory in large pages, as `bin/firmensuche.js` starts a server. */
export function measuredEnv(): NodeJS.ProcessEnv {
  return { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', ...process.env }
}
