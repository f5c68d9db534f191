/**
 * Loaded before the program: it is killed at one step of its journal's life, before or after that step. Steps are what it
 * does to the files of its journals, and each write that it sends. `DIES_AT=send` is before the first of those, `DIES_AT=done=N`
 * behind the line in which the journal says for the nth time that an item is done, `DIES_AT=forgotten` behind the journal's removal,
 * with a standard error that takes its time.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const [at, moment] = [Number(process.env.DIES_AT), process.env.DIES]
const open = new Set<number>()
const mostDone = Number(/^done=(\d+)$/.exec(process.env.DIES_AT ?? '')?.[1] ?? Infinity)
let steps = 0
let done = 0

const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  // The signal comes at once; nothing more is to happen until it does.
  for (;;);
}

/** Takes the step, and dies before or after it when it is the one. */
function step<T>(take: () => T): T {
  const isLast = ++steps === at
  if (isLast && moment === 'before') die()
  const result = take()
  if (isLast) die()
  return result
}

const isOurs = (target: unknown): boolean => (typeof target === 'number' ? open.has(target) : String(target).includes('/journals'))

type Call = (...args: any[]) => any // any: calls of every form are handed on as they are
const patched = fs as unknown as Record<string, Call>

for (const name of [
  'mkdirSync',
  'openSync',
  'writeSync',
  'fsyncSync',
  'ftruncateSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
]) {
  const original = patched[name]!
  patched[name] = (...args) => {
    if (!isOurs(args[0])) return original(...args)
    const result = step(() => original(...args))
    if (name === 'openSync') open.add(result as number)
    if (name === 'writeSync') done += String(args[1]).split('"state":"done"').length - 1
    if (done >= mostDone) die()
    if (process.env.DIES_AT === 'forgotten' && name === 'rmSync' && String(args[0]).endsWith('.jsonl')) die()
    return result
  }
}

const { fdatasync } = patched
patched.fdatasync = (file: number, done: Call) => {
  if (!isOurs(file)) return fdatasync!(file, done)
  const isLast = ++steps === at
  if (isLast && moment === 'before') die()
  return fdatasync!(file, (error: unknown) => (isLast ? die() : done(error)))
}

const { write: writeFile } = patched
patched.write = (file: number, ...args) => {
  const begin = (): unknown => writeFile!(file, ...args)
  if (file === 2 && process.env.DIES_AT === 'forgotten') setTimeout(begin, 50)
  else begin()
}

const { closeSync } = patched
patched.closeSync = (file: number) => {
  open.delete(file)
  return closeSync!(file)
}

const { write } = net.Socket.prototype
net.Socket.prototype.write = function sent(this: net.Socket, ...args: unknown[]): boolean {
  const send = (): boolean => Reflect.apply(write, this, args)
  if (!/^(POST|DELETE) /.test(String(args[0]).slice(0, 7))) return send()
  return process.env.DIES_AT === 'send' ? die() : step(send)
}

syncBuiltinESMExports()
process.on('exit', () => {
  if (process.env.DIES_COUNTED) fs.writeFileSync(process.env.DIES_COUNTED, String(steps))
})
