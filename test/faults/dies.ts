/**
 * Loaded before the program: it is killed at one step of its journal's life, before or after that step. Steps are the statements that
 * its journal runs, and each write that it sends. `DIES_AT=send` is before the first of those, `DIES_AT=done=N` once the journal has
 * been told for the nth time that an item is done, `DIES_AT=forgotten` once it has forgotten the work, with a standard error that takes
 * its time.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const [at, moment] = [Number(process.env.DIES_AT), process.env.DIES]
const mostDone = Number(/^done=(\d+)$/.exec(process.env.DIES_AT ?? '')?.[1] ?? Infinity)
let steps = 0
let done = 0
let isForgetting = false

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

type Call = (this: any, ...args: any[]) => any // any: calls of every form are handed on as they are
const [databases, statements] = [DatabaseSync.prototype, StatementSync.prototype] as unknown as Record<string, Call>[]

const { exec } = databases!
databases!.exec = function stepped(sql: string) {
  const result = step(() => Reflect.apply(exec!, this, [sql]))
  if (sql === 'commit' && (done >= mostDone || (process.env.DIES_AT === 'forgotten' && isForgetting))) die()
  return result
}

const { run } = statements!
statements!.run = function stepped(...values) {
  if (values.includes('done')) done++
  isForgetting ||= this.sourceSQL.startsWith('delete from item where work = ?1')
  return step(() => Reflect.apply(run!, this, values))
}

const { write: writeFile } = fs as unknown as Record<string, Call>
;(fs as unknown as Record<string, Call>).write = (file: number, ...args) => {
  const begin = (): unknown => writeFile!(file, ...args)
  if (file === 2 && process.env.DIES_AT === 'forgotten') setTimeout(begin, 50)
  else begin()
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
