/** Finds the route of a method and a path. */
import findMyWay from 'find-my-way'

/** Methods that routes are declared with; `HEAD` follows from `GET`. */
export type RouteMethod = 'GET' | 'POST' | 'DELETE'
const METHODS: readonly RouteMethod[] = ['GET', 'POST', 'DELETE']
/** As long as all headers together: a path that is too long is refused before it is looked up. */
const PARAM_BYTES_MAX = 16 * 1024
/** Values that no path parameter may have, so that they stay free for routes. */
const RESERVED_VALUES: readonly string[] = ['search', 'suggest']

/** The route found for a method and a path. */
export interface RouteMatch<Target> {
  readonly target: Target
  /** Decoded values of the path's `:name` parts. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * A table of routes. Literal parts take precedence over parameters, and one trailing slash makes no
 * difference.
 */
export class Router<Target> {
  readonly #table = findMyWay<findMyWay.HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    maxParamLength: PARAM_BYTES_MAX,
  })

  /** Adds a route. `path` is written as declared, e.g. `/api/v1/companies/:uuid`. */
  add(method: RouteMethod, path: string, target: Target): void {
    this.#table.on(method, path, NOTHING, target)
  }

  /**
   * Looks up a path without its query. Returns `undefined` if there is no such route, and for a path with a
   * double slash or a broken percent encoding. `HEAD` finds the routes of `GET`.
   */
  find(method: string, path: string): RouteMatch<Target> | undefined {
    if (!path.startsWith('/') || path.includes('//')) return undefined
    const found = this.#table.find(method === 'HEAD' ? 'GET' : (method as RouteMethod), path)
    if (found === null) return undefined
    const params = found.params as Record<string, string>
    for (const name in params) if (RESERVED_VALUES.includes(params[name] as string)) return undefined
    return { target: found.store as Target, params }
  }

  /** Returns the value of `Allow` for a path; `undefined` if no method has a route for it. */
  allowed(path: string): string | undefined {
    const methods = METHODS.filter((method) => this.find(method, path) !== undefined)
    if (methods.length === 0) return undefined
    return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
      ', ',
    )
  }
}

/** Placeholder handler that find-my-way requires; the table is only used for look-ups. */
function NOTHING(): void {}
