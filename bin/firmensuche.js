#!/usr/bin/env node
// Plain old JavaScript on purpose: an old Node must be able to read it, to say what is missing or to start the right one.
// The project brings its own Node along as a dependency, so that a machine with an old one needs nothing else.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

var NODE_MIN = 24
var SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
var major = Number(process.versions.node.split('.')[0])

// Of the C library: memory in large pages where the system lends them (madvise). Searching touches memory all over the index, and
// finding each page is up to a third of its time. Read at the start of a process only.
var LARGE_PAGES = 'glibc.malloc.hugetlb=1'

if (major >= NODE_MIN) {
  startInLargePages()
  import('../src/main.ts')
} else {
  startWithOwnNode()
}

/** Begins this same process anew, for a server only: it lives long enough to gain from it. */
function startInLargePages() {
  var isServer = process.argv[2] === 'serve' || process.argv[2] === 'start'
  if (!isServer || process.platform !== 'linux' || process.env.GLIBC_TUNABLES !== undefined) return
  if (process.execve === undefined) return
  var env = Object.assign({}, process.env, { GLIBC_TUNABLES: LARGE_PAGES })
  process.execve(process.execPath, [process.execPath].concat(process.execArgv, process.argv.slice(1)), env)
}

function startWithOwnNode() {
  var own = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
  if (!existsSync(own)) {
    console.error(
      'firmensuche needs Node ' +
        NODE_MIN +
        ' or newer; this is ' +
        process.versions.node +
        '. Run "npm ci" in its folder first: it brings the right one along.',
    )
    process.exitCode = 1
    return
  }
  var child = spawn(own, [fileURLToPath(import.meta.url)].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({ GLIBC_TUNABLES: LARGE_PAGES }, process.env, { FIRMENSUCHE_CHILD: '1' }),
  })
  // Whoever stops this process means the one that does the work.
  SIGNALS.forEach((signal) => {
    process.on(signal, () => {
      child.kill(signal)
    })
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code
  })
}
