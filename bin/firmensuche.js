#!/usr/bin/env node
// Plain old JavaScript on purpose: an old Node must be able to read it, to say what is missing or to start the right one.
// The project brings its own Node along as a dependency, so that a machine with an old one needs nothing else.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

var NODE_MIN = 24
var SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
var major = Number(process.versions.node.split('.')[0])

// Of the C library: memory in large pages where the system lends them (madvise). Searching touches memory all over the index, and
// finding each page is up to a third of its time. Read at the start of a process only.
var LARGE_PAGES = 'glibc.malloc.hugetlb=1'

// Commands that start threads. Each thread of V8 reserves many GB of addresses, of which it uses few: it breaks off where it gets none.
var WITH_THREADS = ['serve', 'start', 'import']
// Enough in every case that was tried; 200 GB were not.
var ADDRESS_SPACE_MIN_BYTES = 1e12
var EXIT_UNAVAILABLE = 6

if (isShortOfAddresses()) {
  process.exitCode = EXIT_UNAVAILABLE
} else if (major >= NODE_MIN) {
  startInLargePages()
  import('../src/main.ts')
} else {
  startWithOwnNode()
}

/** Tells of a limit under which the runtime would break off without a word of ours. Where the system tells no limit, there is none. */
function isShortOfAddresses() {
  if (WITH_THREADS.indexOf(process.argv[2]) < 0) return false
  var limits = ''
  try {
    limits = readFileSync('/proc/self/limits', 'utf8')
  } catch (_error) {
    return false
  }
  var found = /^Max address space +(\d+)/m.exec(limits)
  if (found === null || Number(found[1]) >= ADDRESS_SPACE_MIN_BYTES) return false
  console.error(
    'The address space of this process is limited to ' +
      Math.round(Number(found[1]) / 1e6).toLocaleString('en') +
      ' MB (ulimit -v). Node reserves far more addresses than it uses memory, and would break off. ' +
      'Take that limit away (ulimit -v unlimited); to bound the memory, set MemoryMax= of systemd or the limit of a container.',
  )
  return true
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
  child.on('error', (error) => {
    console.error(
      `The Node of the project cannot be started: ${error.message}. Run "npm ci" in its folder again.`,
    )
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code
    if (signal !== null && SIGNALS.indexOf(signal) < 0) console.error(wordsOf(signal))
  })
}

/** What is likely behind a signal that nobody sends to stop a program. */
function wordsOf(signal) {
  var kept = ' What was stored is kept; the next start goes on from there.'
  if (signal === 'SIGKILL') {
    return (
      'firmensuche was ended by SIGKILL. Either somebody sent it, or the system did because it was short of memory ' +
      '(see: journalctl -k | grep -i oom).' +
      kept
    )
  }
  return (
    'firmensuche was ended by ' +
    signal +
    ': its runtime broke off, mostly because it was out of memory. What Node says of it stands above. ' +
    'Give it more memory, or look at the limits that it runs under (ulimit -a, MemoryMax=).' +
    kept
  )
}
