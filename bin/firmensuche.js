#!/usr/bin/env node
// The command `firmensuche`: starts the program with a suitable Node. Written in old JavaScript, because an old
// Node must be able to run it: it starts the Node that is installed with the project's dependencies.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

var NODE_MIN = 24
// The repository has the sources, which Node runs as they are; an installed package has JavaScript made from them.
var SOURCES = new URL('../src/main.ts', import.meta.url)
var BUILT = new URL('../dist/main.js', import.meta.url)
var isInstalled = !existsSync(SOURCES)
var SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
var major = Number(process.versions.node.split('.')[0])

// Setting of the C library: use large memory pages where the system allows it (madvise). A search reads memory
// all over the index, and address translation takes up to a third of its time. It is read only at the start of a
// process.
var LARGE_PAGES = 'glibc.malloc.hugetlb=1'
// Commands that search for some time. The others end too soon to gain from it.
var WITH_LARGE_PAGES = ['serve', 'start', 'match', 'mcp']

// Commands that start threads. V8 reserves many GB of address space for each thread and crashes if it gets none.
var WITH_THREADS = ['serve', 'start', 'import', 'match']
// Was sufficient in all tests; 200 GB was not.
var ADDRESS_SPACE_MIN_BYTES = 1e12
var EXIT_UNAVAILABLE = 6
var PARENT_LOOK_MS = 500

// npm runs a program in a shell, which its signals end and which passes none on. A parent that is killed passes
// none on, either.
var starter = Number(process.env.FIRMENSUCHE_STARTER)
delete process.env.FIRMENSUCHE_STARTER
if (starter > 0 || process.env.npm_lifecycle_event !== undefined) stopWithParent(starter || process.ppid)

if (hasTooFewAddresses()) {
  process.exitCode = EXIT_UNAVAILABLE
} else if (major >= NODE_MIN) {
  restartWithLargePages()
  import(isInstalled ? BUILT.href : SOURCES.href)
} else {
  startWithOwnNode()
}

/** Reports a limit of the address space under which Node would crash without a message. */
function hasTooFewAddresses() {
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
      ' MB (ulimit -v). Node reserves far more address space than it uses memory, and would crash. ' +
      'Remove the limit (ulimit -v unlimited); to limit the memory, use MemoryMax= of systemd or the limit of a container.',
  )
  return true
}

/** Sends this process SIGTERM when the process that started it has ended: it would keep the port and the data folder. */
function stopWithParent(parent) {
  var timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    console.error('The process that started firmensuche has ended, so firmensuche ends, too.')
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_LOOK_MS)
  timer.unref()
}

/** Restarts this process with large pages if its command gains from it. */
function restartWithLargePages() {
  var gains = WITH_LARGE_PAGES.indexOf(process.argv[2]) >= 0
  if (!gains || process.platform !== 'linux' || process.env.GLIBC_TUNABLES !== undefined) return
  if (process.execve === undefined) return
  var env = Object.assign({}, process.env, { GLIBC_TUNABLES: LARGE_PAGES })
  process.execve(process.execPath, [process.execPath].concat(process.execArgv, process.argv.slice(1)), env)
}

function startWithOwnNode() {
  var own = ownNode()
  if (own === undefined) {
    console.error(
      'firmensuche needs Node ' +
        NODE_MIN +
        ' or newer; this is ' +
        process.versions.node +
        '. ' +
        howToGetNode(),
    )
    process.exitCode = 1
    return
  }
  var child = spawn(own, [fileURLToPath(import.meta.url)].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({ GLIBC_TUNABLES: LARGE_PAGES }, process.env, {
      FIRMENSUCHE_STARTER: String(process.pid),
    }),
  })
  // A stop signal is meant for the child, which does the work.
  SIGNALS.forEach((signal) => {
    process.on(signal, () => {
      child.kill(signal)
    })
  })
  child.on('error', (error) => {
    console.error(`The Node of firmensuche cannot be started: ${error.message}. ${howToGetNode()}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code
    if (signal !== null && SIGNALS.indexOf(signal) < 0) console.error(messageOf(signal))
  })
}

/** Returns the path of the Node that is installed as a dependency, wherever npm put it; undefined without one. */
function ownNode() {
  var path = ''
  try {
    path = createRequire(import.meta.url).resolve('node/bin/node')
  } catch (_error) {
    return undefined
  }
  return existsSync(path) ? path : undefined
}

/** Says how to install a suitable Node. npm runs the script that installs it only if it may. */
function howToGetNode() {
  if (!isInstalled) return 'Run "npm ci" in the folder of firmensuche: it installs a suitable Node.'
  return (
    'Install firmensuche again and allow the install script of its Node: with --allow-scripts=node (npm 12, --global), or ' +
    'with "allowScripts": {"node": true} in the package.json of your project, and without --ignore-scripts. ' +
    'Or use Node ' +
    NODE_MIN +
    ' or newer.'
  )
}

/** Returns a message for a signal that is not sent to stop a program, with its likely cause. */
function messageOf(signal) {
  var kept = ' What was stored is kept; the next start continues from there.'
  if (signal === 'SIGKILL') {
    return (
      'firmensuche was ended by SIGKILL. A person sent it, or the system did because it was short of memory ' +
      '(see: journalctl -k | grep -i oom).' +
      kept
    )
  }
  return (
    'firmensuche was ended by ' +
    signal +
    ': Node crashed, usually because it was out of memory. Its own message is above. ' +
    'Give it more memory, or check its limits (ulimit -a, MemoryMax=).' +
    kept
  )
}
