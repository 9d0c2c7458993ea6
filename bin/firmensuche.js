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

if (major >= NODE_MIN) {
  import('../src/main.ts')
} else {
  startWithOwnNode()
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
    env: Object.assign({}, process.env, { FIRMENSUCHE_CHILD: '1' }),
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
