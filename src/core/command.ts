/**
 * The type of one command: what its sender passes and what its handler returns. Both must survive
 * `postMessage`.
 */
export interface Command<Params, Result> {
  readonly params: Params
  readonly result: Result
}
