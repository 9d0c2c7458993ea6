/** Runs a step when all steps before it have ended. */
export type InTurn = <Result>(step: () => Promise<Result>) => Promise<Result>

/**
 * Returns a function that runs steps one after another: each when all before it have ended, whether or not
 * they failed. For steps that read and then write while others wait for the same store.
 */
export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const result = last.then(step)
    last = result.catch(() => undefined)
    return result
  }
}
