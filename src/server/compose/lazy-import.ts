/** Defers the loading of a heavy module that is rarely needed until its first use. */

type Promising = Readonly<Record<string, (...params: never[]) => Promise<unknown>>>

/**
 * Returns a port whose methods call the port that `load` resolves to. All methods return promises. After a
 * failed load the next call loads again.
 */
export function lazyPort<Port extends { [Name in keyof Port]: (...params: never[]) => Promise<unknown> }>(
  load: () => Promise<Port>,
): Port {
  let loading: Promise<Port> | undefined
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const methodOf =
    (name: string) =>
    async (...params: never[]) => {
      const port = (await loaded()) as Promising
      return port[name]!(...params)
    }
  // `then` would make the port look like a promise wherever it is awaited.
  const get = (_: object, name: string | symbol) =>
    typeof name === 'symbol' || name === 'then' ? undefined : methodOf(name)
  return new Proxy({}, { get }) as Port
}
