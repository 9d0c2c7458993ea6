/**
 * A value, or a promise of it. Ports answer with it, so that an adapter may read from this process or from a
 * server on the network.
 */
export type Awaitable<T> = T | Promise<T>
