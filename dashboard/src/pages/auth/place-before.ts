/** The page after signing in. */
const HOME = '/keys'

/**
 * Returns the page to open after signing in, from `?back=`. It is always a path of this site, so that no link
 * can use the sign-in page for an open redirect.
 */
export function placeBefore(search: string, origin: string): string {
  const back = new URLSearchParams(search).get('back') ?? HOME
  if (!back.startsWith('/') || !URL.canParse(back, origin)) return HOME
  const { origin: goal, pathname, search: question } = new URL(back, origin)
  const isOurs = goal === origin && pathname !== '/signin' && !pathname.startsWith('//')
  return isOurs ? pathname + question : HOME
}
