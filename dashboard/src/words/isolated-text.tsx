import { closeIsolates } from './isolated.ts'

/** A name or another text from the data within a page. */
export function Isolated({ children }: { readonly children: string }) {
  return <bdi>{closeIsolates(children)}</bdi>
}
