/** The type of a page of the app. Each area lists its pages in `pages/<area>/routes.ts`. */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface PageRoute {
  /** Path in the syntax of the router: `/keys/$id`. The server has the same list of paths. */
  readonly path: string
  /**
   * Frame around the page. `app`: the shell, for users who are signed in. `plain`: a card in the middle, for
   * everybody. `operator`: as `app`, for operators.
   */
  readonly frame: 'plain' | 'app' | 'operator'
  readonly page: RouteComponent
}

/** Returns a page whose code is loaded when it is first opened. `name`: the export of its module. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, () => ReactNode>>, name)
}
