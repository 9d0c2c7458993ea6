/** haproxy and nginx with the example files of `deploy`, before nodes that a test has started. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, cleanEnv, type Lifetime, POLL_MS, ROOT, temporaryFolder } from './program.ts'

/** A load balancer that runs. */
export interface LoadBalancer {
  readonly url: string
  readonly port: number
}

/** How a load balancer is started with its example file. */
interface Kind {
  /** Prints the version. */
  readonly versionOption: string
  /** Returns the arguments and the environment. `listen` and `nodes` are addresses with a port. */
  start(
    listen: string,
    nodes: readonly [string, string],
    folder: string,
  ): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }
}

/** The load balancers for which `deploy` has an example, by the name of the program. */
export const LOAD_BALANCERS: Readonly<Record<'haproxy' | 'nginx', Kind>> = {
  haproxy: {
    versionOption: '-v',
    start: (LISTEN, [NODE_1, NODE_2]) => ({
      args: ['-db', '-f', join(ROOT, 'deploy/haproxy.cfg')],
      env: { LISTEN, NODE_1, NODE_2 },
    }),
  },
  nginx: {
    versionOption: '-v',
    start: (listen, nodes, folder) => {
      const main = join(folder, 'nginx.conf')
      writeFileSync(main, mainConfig(folder, withAddresses(listen, nodes)))
      return { args: ['-p', folder, '-c', main], env: {} }
    },
  },
}

/** Returns why the tests with a load balancer are skipped; `false` if they are not. */
export function skipWithout(name: keyof typeof LOAD_BALANCERS): string | false {
  const isThere = spawnSync(name, [LOAD_BALANCERS[name].versionOption], options()).error === undefined
  return !isThere && process.env.CI !== 'true' && `the program ${name} is missing`
}

/** Starts a load balancer; resolves when it accepts connections. Killed after the test. */
export async function startLoadBalancer(
  test: Lifetime,
  name: keyof typeof LOAD_BALANCERS,
  nodes: readonly [string, string],
): Promise<LoadBalancer> {
  const folder = temporaryFolder(test)
  const port = await freePort()
  const { args, env } = LOAD_BALANCERS[name].start(`127.0.0.1:${port}`, nodes, folder)
  const child = spawn(name, args, { ...options(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = once(child, 'close')
  atEnd(test, async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    await sleep(POLL_MS)
  }
  return { url, port }
}

/** Debian has both programs in `/usr/sbin`, which is in the path of root only. */
function options(env: NodeJS.ProcessEnv = {}) {
  return { env: { ...cleanEnv(env), PATH: `${process.env.PATH}:/usr/sbin` } }
}

/** The example with other addresses: only the lines that it marks are changed. */
function withAddresses(listen: string, [node1, node2]: readonly [string, string]): string {
  return readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replace(/\S+;(?= # address of this server)/, `${listen};`)
    .replace(/(?<=server )\S+(?= .*# address of node 1)/, node1)
    .replace(/(?<=server )\S+(?= .*# address of node 2)/, node2)
}

/** What Debian's `nginx.conf` is to a file in `conf.d`, with all files in `folder` and one process to be killed. */
function mainConfig(folder: string, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).status === 200
  } catch {
    return false
  }
}

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
