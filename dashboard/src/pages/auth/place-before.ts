/** Where one arrives signed in. */
const HOME = '/keys'

/**
 * Where one came from, out of `?back=`: a path of our own whatever stands there, so that no link can use our
 * sign-in page to lead somewhere else.
 */
export function placeBefore(search: string, origin: string): string {
  const back = new URLSearchParams(search).get('back') ?? HOME
  if (!back.startsWith('/') || !URL.canParse(back, origin)) return HOME
  const { origin: goal, pathname, search: question } = new URL(back, origin)
  const isOurs = goal === origin && pathname !== '/signin' && !pathname.startsWith('//')
  return isOurs ? pathname + question : HOME
}
