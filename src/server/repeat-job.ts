/**
 * Runs a job now and then every `everyMs`; a run that is due while another one is in progress is left out.
 *
 * @param job must not reject.
 * @returns a function that stops the repetition and waits for the run in progress.
 */
export function repeatJob(job: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= job().finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
