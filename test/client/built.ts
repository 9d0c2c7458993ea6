/** The TypeScript client as npm would install it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../journeys/program.ts'

export const CLIENT = join(ROOT, 'clients/typescript')

/** Builds the client beside the programs of a folder; resolves with the folder of its modules. */
export async function installClient(folder: string): Promise<string> {
  const home = join(folder, 'node_modules/@firmensuche/client')
  mkdirSync(home, { recursive: true })
  cpSync(join(CLIENT, 'package.json'), join(home, 'package.json'))
  await promisify(execFile)(process.execPath, [join(CLIENT, 'build.ts'), join(home, 'dist')])
  return join(home, 'dist')
}
