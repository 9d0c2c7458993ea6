/** What the requests of the load ended with: by kind, while something failed or nothing did. */

/** Counts outcomes. */
export class Outcomes {
  /** The fault that is going on, or ''. */
  during = ''
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #times = new Map<string, number[]>()

  /** Runs a request of a kind and notes its status, or the code of its error. */
  async note(kind: string, send: () => Promise<number>): Promise<number | undefined> {
    const during = this.during
    const beganMs = performance.now()
    try {
      const status = await send()
      this.#add(kind, during, String(status))
      if (status < 400) this.#timesOf(kind, during).push(performance.now() - beganMs)
      return status
    } catch (error) {
      this.#add(kind, during, codeOf(error))
      return undefined
    }
  }

  /** Returns lines of a table: kind, fault, outcomes, median and 99th percentile of those that succeeded. */
  lines(): readonly string[] {
    const rows = [...this.#counts].map(([place, counts]) => {
      const outcomes = [...counts].toSorted().map(([outcome, count]) => `${outcome}: ${count}`)
      const times = (this.#times.get(place) ?? []).toSorted((a, b) => a - b)
      const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1) ?? ''
      const [kind, during] = place.split('\n')
      return `| ${kind} | ${during || 'nothing'} | ${outcomes.join(', ')} | ${at(0.5)} | ${at(0.99)} |`
    })
    return ['| requests | while | outcomes | p50 ms | p99 ms |', '|---|---|---|---|---|', ...rows.toSorted()]
  }

  /** Returns the number of requests of a kind with this outcome. */
  count(isCounted: (kind: string, during: string, outcome: string) => boolean): number {
    let sum = 0
    for (const [place, counts] of this.#counts) {
      const [kind = '', during = ''] = place.split('\n')
      for (const [outcome, count] of counts) if (isCounted(kind, during, outcome)) sum += count
    }
    return sum
  }

  #add(kind: string, during: string, outcome: string): void {
    const place = `${kind}\n${during}`
    const counts = this.#counts.get(place) ?? new Map<string, number>()
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    this.#counts.set(place, counts)
  }

  #timesOf(kind: string, during: string): number[] {
    const place = `${kind}\n${during}`
    const times = this.#times.get(place) ?? []
    this.#times.set(place, times)
    return times
  }
}

/** Returns why a request got no answer: `fetch` hides it in the cause. */
function codeOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } }
  return (
    cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'no answer in time' : message.slice(0, 60))
  )
}
