/** Finds what a method and a path mean. */
import findMyWay from 'find-my-way'

export type RouteMethod = 'GET' | 'POST'
const METHODS: readonly RouteMethod[] = ['GET', 'POST']
/** As long as all headers together: a path that is too long is refused before it is looked up. */
const PARAM_BYTES_MAX = 16 * 1024
/** Values that no parameter has, although nothing may be there (yet). */
const NEVER_A_VALUE: readonly string[] = ['search', 'suggest']

/** What a path means for one method. */
export interface RouteMatch<Target> {
  readonly target: Target
  /** Values of `:name` parts, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** A table of routes. Literal parts win over parameters, and one trailing slash makes no difference. */
export class Router<Target> {
  readonly #table = findMyWay<findMyWay.HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    maxParamLength: PARAM_BYTES_MAX,
  })

  /** `path` as declared, e.g. `/api/v1/companies/:uuid`. */
  add(method: RouteMethod, path: string, target: Target): void {
    this.#table.on(method, path, NOTHING, target)
  }

  /**
   * Looks up a path without its query. `undefined`: unknown, as is one with a double slash or a broken percent
   * encoding. `HEAD` finds the routes of `GET`.
   */
  find(method: string, path: string): RouteMatch<Target> | undefined {
    if (!path.startsWith('/') || path.includes('//')) return undefined
    const found = this.#table.find(method === 'HEAD' ? 'GET' : (method as RouteMethod), path)
    if (found === null) return undefined
    const params = found.params as Record<string, string>
    for (const name in params) if (NEVER_A_VALUE.includes(params[name] as string)) return undefined
    return { target: found.store as Target, params }
  }

  /** The value of `Allow` for a path; `undefined` when no method knows it. */
  allowed(path: string): string | undefined {
    const methods = METHODS.filter((method) => this.find(method, path) !== undefined)
    if (methods.length === 0) return undefined
    return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
      ', ',
    )
  }
}

/** The router wants a handler; the table is only looked at. */
function NOTHING(): void {}
