// The main script of the single executable: its files are inside of it, below a path that no file system can have. A thread begins with it too.
'use strict'

const { writeSync } = require('node:fs')
const Module = require('node:module')
const { dirname, join, sep } = require('node:path')
const { getRawAsset } = require('node:sea')

const root = join(process.execPath, 'package', sep)
const isOwn = (path) => typeof path === 'string' && path.startsWith(root)

const textOf = (name) => Buffer.from(getRawAsset(name)).toString()

const resolveFilename = Module._resolveFilename
Module._resolveFilename = function (request, parent, ...rest) {
  if (isOwn(request)) return request
  if (request.startsWith('.') && isOwn(parent?.filename)) return join(dirname(parent.filename), request)
  return resolveFilename.call(this, request, parent, ...rest)
}

Module._extensions['.cjs'] = (module, path) => {
  if (!isOwn(path)) return Module._extensions['.js'](module, path)
  module._compile(textOf(path.slice(root.length).replaceAll(sep, '/')), path)
}

const load = (name) => Module._load(join(root, name), undefined, false)

function main() {
  const [, , flag, ...rest] = process.argv
  if (rest.length === 0 && (flag === '--version' || flag === '-V')) {
    writeSync(1, `${JSON.parse(textOf('package.json')).version}\n`)
    // To take the heap down in order takes longer than the answer.
    process.exit()
  }
  load('dist/compile-cache.cjs')
  load('dist/main.cjs').start()
}

// In a thread it is the name of what is evaluated there. To ask for node:worker_threads takes a tenth of a start.
if (__filename === process.execPath) main()
