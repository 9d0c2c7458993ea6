/** Defers the loading of a heavy module, or the opening of a database, that is rarely needed until its first use. */

type Promising = Readonly<Record<string, (...params: never[]) => Promise<unknown>>>

/**
 * Returns a port whose methods call the port that `load` resolves to. All methods return promises. After a
 * failed load the next call loads again.
 */
export function lazyPort<Port extends { [Name in keyof Port]: (...params: never[]) => Promise<unknown> }>(
  load: () => Promise<Port>,
): Port {
  const loaded = openedOnce(load)
  const methodOf =
    (name: string) =>
    async (...params: never[]) => {
      const port = (await loaded.open()) as Promising
      return port[name]!(...params)
    }
  // `then` would make the port look like a promise wherever it is awaited.
  const get = (_: object, name: string | symbol) =>
    typeof name === 'symbol' || name === 'then' ? undefined : methodOf(name)
  return new Proxy({}, { get }) as Port
}

/** Opens something at the first call of `open`, which returns the same then. A call after a failed one opens again. */
export function openedOnce<Opened>(open: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined
  return {
    open(): Promise<Opened> {
      opening ??= open().catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },
    /** Returns it if it was opened, for closing it. */
    ifOpened: (): Promise<Opened> | undefined => opening,
  }
}
