import { closeIsolates } from './isolated.ts'

/** A name or another text from the data, isolated from the direction of the text around it. */
export function Isolated({ children }: { readonly children: string }) {
  return <bdi>{closeIsolates(children)}</bdi>
}
