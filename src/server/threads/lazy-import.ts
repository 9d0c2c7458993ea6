/** What is heavy and seldom wanted is loaded when it is wanted for the first time. */

type Promising = Readonly<Record<string, (...params: never[]) => Promise<unknown>>>

/** A port of which every method gives a promise, answered by what `load` gives. Where loading failed, the next call tries again. */
export function loadedLater<Port extends { [Name in keyof Port]: (...params: never[]) => Promise<unknown> }>(
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
  const ask =
    (name: string) =>
    async (...params: never[]) => {
      const port = (await loaded()) as Promising
      return port[name]!(...params)
    }
  return new Proxy({}, { get: (_, name) => ask(String(name)) }) as Port
}
