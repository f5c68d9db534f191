// The main script of the single executable: its files are inside of it, below a path that no file system can have. A thread begins with it too.
'use strict'

const { writeSync } = require('node:fs')
const Module = require('node:module')
const { dirname, join, sep } = require('node:path')
const { getAsset } = require('node:sea')
const { isMainThread } = require('node:worker_threads')

const root = join(process.execPath, 'package', sep)
const isOwn = (path) => typeof path === 'string' && path.startsWith(root)

const resolveFilename = Module._resolveFilename
Module._resolveFilename = function (request, parent, ...rest) {
  if (isOwn(request)) return request
  if (request.startsWith('.') && isOwn(parent?.filename)) return join(dirname(parent.filename), request)
  return resolveFilename.call(this, request, parent, ...rest)
}

Module._extensions['.cjs'] = (module, path) => {
  if (!isOwn(path)) return Module._extensions['.js'](module, path)
  module._compile(getAsset(path.slice(root.length).replaceAll(sep, '/'), 'utf8'), path)
}

const load = (name) => Module._load(join(root, name), undefined, false)

function main() {
  const [, , flag, ...rest] = process.argv
  if (rest.length === 0 && (flag === '--version' || flag === '-V')) {
    writeSync(1, `${JSON.parse(getAsset('package.json', 'utf8')).version}\n`)
    // To take the heap down in order takes longer than the answer.
    process.exit()
  }
  load('dist/compile-cache.cjs')
  load('dist/main.cjs').start()
}

if (isMainThread) main()
