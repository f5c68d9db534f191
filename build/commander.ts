/** Commander loads `node:child_process` (4 ms) for executable subcommands, of which there are none here: only on use. */
import type { Plugin } from 'rolldown'

const eager = "import childProcess from 'node:child_process';"
const onUse = "const childProcess = { spawn: (...args) => process.getBuiltinModule('node:child_process').spawn(...args) };"

export const slimCommander = (): Plugin => ({
  name: 'slim-commander',
  transform: {
    filter: { id: /commander[\\/]lib[\\/]command\.js$/ },
    handler(code) {
      if (!code.includes(eager)) throw new Error('commander loads child_process in another way now')
      return code.replace(eager, onUse)
    },
  },
})
