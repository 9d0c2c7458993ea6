/** Jobs that run now and then: at an interval, or also when something wakes them. */

/**
 * Runs a job now and then every `everyMs`; a run that is due while another one is in progress is left out.
 *
 * @param job must not reject.
 * @returns a function that stops the repetition and waits for the run in progress.
 */
export function repeatJob(job: () => Promise<void>, everyMs: number): () => Promise<void> {
  const repeated = new RepeatedJob(job, everyMs)
  return () => repeated.end()
}

/** A job that runs now, then every `everyMs`, and whenever it is woken; never twice at the same time. */
export class RepeatedJob {
  readonly #job: () => Promise<void>
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined
  #isWoken = false
  #isEnded = false

  /** The job must not reject. */
  constructor(job: () => Promise<void>, everyMs: number) {
    this.#job = job
    this.#timer = setInterval(() => this.#run(), everyMs)
    this.#run()
  }

  /** Runs the job; if a run is in progress, once more after it, as it may have missed what this call is about. */
  wake(): void {
    this.#isWoken = this.#running !== undefined
    this.#run()
  }

  /** Begins no further run, and waits for the one in progress. */
  async end(): Promise<void> {
    this.#isEnded = true
    clearInterval(this.#timer)
    await this.#running
  }

  #run(): void {
    if (this.#isEnded || this.#running !== undefined) return
    this.#running = this.#job().finally(() => {
      this.#running = undefined
      if (this.#isWoken) this.#runAgain()
    })
  }

  #runAgain(): void {
    this.#isWoken = false
    this.#run()
  }
}
