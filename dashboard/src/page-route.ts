/**
 * Pages as values: each area of the app lists its own in `pages/<area>/routes.ts`; nothing else need be told
 * of them.
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface PageRoute {
  /** As the router reads it: `/keys/$id`. The server has the same list of paths. */
  readonly path: string
  /**
   * `app`: inside the shell, only signed in. `plain`: a card in the middle, for everybody. `operator`: as
   * `app`, for operators.
   */
  readonly frame: 'plain' | 'app' | 'operator'
  readonly page: RouteComponent
}

/** A page whose code is fetched when it is first opened; `name` is what its module exports it as. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, () => ReactNode>>, name)
}
