/** Which version of the program runs: the release, and the commit it was made from where that is known. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Characters of a commit in a version. */
const COMMIT_CHARS = 7
const COMMIT = /^[0-9a-f]{40,64}$/
/** The folder of the modules: `src` of a checkout, or `dist` of a package. */
const MODULES = join(import.meta.dirname, '../..')
/** The file in `dist` with the commit; `scripts/build-dist.ts` writes it. */
export const COMMIT_FILE = 'commit.txt'

/** Returns the version of the program: `0.1.0+3748600`, or `0.1.0` where the commit is not known. */
export function programVersion(): string {
  const root = join(MODULES, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = textOf(join(MODULES, COMMIT_FILE)) ?? checkedOutCommit(root)
  return commit === undefined || !COMMIT.test(commit)
    ? version
    : `${version}+${commit.slice(0, COMMIT_CHARS)}`
}

/**
 * Returns the commit of a checkout, read from the files of Git (gitrepository-layout(5)) because starting Git takes
 * longer than most commands; `undefined` if the folder is none.
 */
export function checkedOutCommit(root: string): string | undefined {
  const gitFile = textOf(join(root, '.git'))
  const folder = resolve(root, gitFile?.replace(/^gitdir: /, '') ?? '.git')
  const head = textOf(join(folder, 'HEAD'))
  if (!head?.startsWith('ref: ')) return head
  const ref = head.slice('ref: '.length)
  // The branches of further work trees are in the folder of the first.
  const shared = resolve(folder, textOf(join(folder, 'commondir')) ?? '.')
  return textOf(join(shared, ref)) ?? packedRef(join(shared, 'packed-refs'), ref)
}

function packedRef(file: string, ref: string): string | undefined {
  const line = textOf(file)
    ?.split('\n')
    .find((packed) => packed.endsWith(` ${ref}`))
  return line?.split(' ')[0]
}

/** Returns the text of a file without the blanks at its ends; `undefined` if it cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
