/**
 * A value, or a promise of it. Ports answer with it, so that an adapter may read from this process or from a
 * server on the network.
 */
export type Awaitable<T> = T | Promise<T>

/**
 * A port whose methods answer with values only, as an adapter in this process has it. For code that belongs
 * to such an adapter, and for tests.
 */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Exclude<Result, Promise<unknown> | AsyncIterable<unknown>>
    : Port[Name]
}

/**
 * Passes a value to `next`: at once if it is there, otherwise when its promise is fulfilled. For code that
 * runs with every request: `await` would make it wait for a value that is there, too.
 */
export function whenReady<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
