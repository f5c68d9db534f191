#!/usr/bin/env node
// Plain old JavaScript in CommonJS: any Node can parse it, and none has to start its ESM loader.
'use strict'

var fs = require('fs')
// With the separator, and without node:path: each line here is part of every start.
var root = __dirname.slice(0, -'bin'.length)

function end(text) {
  try {
    fs.writeSync(2, text + '\n')
  } finally {
    process.exit(1)
  }
}

// ^22.22.2 || ^24.15.0 || >=26, as "engines" in package.json
function supports(version) {
  var parts = version.split('.')
  var major = +parts[0]
  var minor = +parts[1]
  if (major === 22) return minor > 22 || (minor === 22 && +parts[2] >= 2)
  return major === 24 ? minor >= 15 : major >= 26
}

function printVersion() {
  var version = JSON.parse(fs.readFileSync(root + 'package.json', 'utf8')).version
  try {
    fs.writeSync(1, version + '\n')
  } catch (error) {
    if (error.code !== 'EPIPE') end('surveyctl cannot write to standard output: ' + error.message.replace(/^[A-Z0-9]+: |, write$/g, ''))
  }
}

// Only a checkout has the sources.
var script = root + 'build/build.ts'

function build(args) {
  if (!fs.existsSync(script)) end('This surveyctl is incomplete. Install the package again, from the file it came in')
  if (!fs.existsSync(root + 'node_modules/rolldown')) end('surveyctl is not built yet. To build it: npm ci && npm run build')
  var status = require('child_process').spawnSync(process.execPath, [script].concat(args), { stdio: ['ignore', 2, 2] }).status
  if (status !== 0) end('surveyctl could not be built. To see why: npm run build')
}

function start() {
  if (!fs.existsSync(root + 'dist/main.cjs')) build([])
  // To compare all sources takes a tenth of a second: only for somebody who works on them, and types npx.
  else if (/^"?surveyctl\b/.test(process.env.npm_lifecycle_script || '') && fs.existsSync(script)) build(['--if-older'])
  require('../dist/compile-cache.cjs')
  require('../dist/main.cjs').start()
}

if (!supports(process.versions.node)) {
  end(
    'surveyctl needs Node 22.22.2, 24.15 or 26 and later; this is Node ' +
      process.versions.node +
      '. To get one: https://nodejs.org/en/download',
  )
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  printVersion()
  // To take the heap down in order takes longer than the answer.
  process.exit()
} else {
  start()
}
