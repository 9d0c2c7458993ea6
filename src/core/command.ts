export interface Wish<Takes, Gives> {
  readonly takes: Takes
  readonly gives: Gives
}
