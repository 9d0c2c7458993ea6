/** Adds many lines, a thousand by each call, and keeps those that were not added. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Added, addRows, faultOf, type RowFault, useAddedRefresh } from './add-rows.ts'
import { type RowLine, rowLines } from './row-lines.ts'

/** Rows of a call, as the server allows. */
export const ROWS_PER_CALL = 1000

/** A line that was not added; `number`: its place in the text that was added, as `RowLine` counts it. */
export interface FaultyLine {
  readonly number: number
  readonly line: string
  readonly fault: RowFault
}

/** How far the lines are. */
export interface LinesState {
  readonly total: number
  readonly done: number
  readonly added: number
  readonly present: number
  readonly faulty: readonly FaultyLine[]
}

/** `onLeft` gets the lines that were not added, whenever the calls end. */
export function useAddLines(id: string, onLeft: (text: string) => void) {
  const refresh = useAddedRefresh()
  const [state, setState] = useState<LinesState>()
  const adding = useMutation({
    mutationFn: async (text: string) => {
      const lines = rowLines(text)
      let now: LinesState = { total: lines.length, done: 0, added: 0, present: 0, faulty: [] }
      setState(now)
      try {
        while (now.done < lines.length) {
          const part = lines.slice(now.done, now.done + ROWS_PER_CALL)
          now = after(
            now,
            part,
            await addRows(
              id,
              part.map(({ row }) => row),
            ),
          )
          setState(now)
        }
      } finally {
        const unsent = lines.slice(now.done)
        onLeft([...now.faulty, ...unsent].map(({ line }) => line).join('\n'))
      }
    },
    onSettled: refresh,
  })
  const forget = () => {
    setState(undefined)
    adding.reset()
  }
  return { state, add: adding.mutate, isPending: adding.isPending, fault: adding.error, forget }
}

function after(state: LinesState, part: readonly RowLine[], added: Added): LinesState {
  const count = (wanted: Added[number]['state']) => added.filter((one) => one.state === wanted).length
  const faulty = part.flatMap(({ number, line }, place) => {
    const fault = faultOf(added[place] as Added[number])
    return fault === undefined ? [] : [{ number, line, fault }]
  })
  return {
    total: state.total,
    done: state.done + part.length,
    added: state.added + count('added'),
    present: state.present + count('present'),
    faulty: [...state.faulty, ...faulty],
  }
}
