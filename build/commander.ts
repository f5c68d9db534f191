/**
 * A trick with a price (build/README.md): commander with less to load, which takes "not signed in" from 1.34 times bare node to 1.16.
 * To take it out: remove `slimCommander` from rolldown.config.ts, and this file.
 *
 * It loads `node:child_process` (4 ms) for executable subcommands, of which there are none here: only on use. Node's other
 * modules without the copies of all their properties that a default import makes. Flags are ASCII, and a class of Unicode takes
 * half a millisecond to compile. A commander in which any of this is no longer what it was fails the build.
 */
import { basename } from 'node:path'
import type { Plugin } from 'rolldown'

type Edit = readonly [from: string, to: string]

const edits: Record<string, readonly Edit[]> = {
  'command.js': [
    [
      "import childProcess from 'node:child_process';",
      "const childProcess = { spawn: (...args) => process.getBuiltinModule('node:child_process').spawn(...args) };",
    ],
    ["import path from 'node:path';", "const path = process.getBuiltinModule('node:path');"],
    ["import fs from 'node:fs';", "const fs = process.getBuiltinModule('node:fs');"],
    ["import process from 'node:process';", ''],
  ],
  'option.js': [['/\\p{ID_Continue}\\.\\.\\.[>\\]]$/u', '/\\w\\.\\.\\.[>\\]]$/']],
}

export const slimCommander = (): Plugin => {
  const missing = new Set(Object.keys(edits))
  return {
    name: 'slim-commander',
    transform: {
      filter: { id: /commander[\\/]lib[\\/](command|option)\.js$/ },
      handler(code, id) {
        missing.delete(basename(id))
        return edits[basename(id)]!.reduce((text, [from, to]) => {
          if (!text.includes(from)) throw new Error(`commander has changed: it no longer has "${from}"`)
          return text.replace(from, to)
        }, code)
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`commander has changed: there is no ${[...missing].join(', ')}`)
    },
  }
}
