export interface Command<Params, Result> {
  readonly params: Params
  readonly result: Result
}
