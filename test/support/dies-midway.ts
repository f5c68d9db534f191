/**
 * Loaded before a program, by NODE_OPTIONS: it is killed in the middle of a file, once so many bytes of it have left it
 * (`DIES_SENT`: on one connection; `DIES_KEPT`: into a file that still has its temporary name).
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const limits = { sent: Number(process.env.DIES_SENT ?? Infinity), kept: Number(process.env.DIES_KEPT ?? Infinity) }

const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  // The signal comes at once; nothing more is to happen until it does.
  for (;;);
}

const { write } = net.Socket.prototype
net.Socket.prototype.write = function sent(this: net.Socket, ...args: unknown[]): boolean {
  const chunk = args[0] as string | Uint8Array
  const room = limits.sent - this.bytesWritten
  if (Buffer.byteLength(chunk) <= room) return Reflect.apply(write, this, args)
  this.uncork()
  return Reflect.apply(write, this, [Buffer.from(chunk as string).subarray(0, room), die])
}

const kept = new Map<unknown, number>()
type Call = (...args: any[]) => any // any: calls of every form are handed on as they are
const patched = fs as unknown as Record<'openSync' | 'writeSync', Call>
const { openSync, writeSync } = patched
patched.openSync = (path: unknown, ...rest) => {
  const file: unknown = openSync(path, ...rest)
  if (String(path).endsWith('.part')) kept.set(file, 0)
  return file
}
patched.writeSync = (file: unknown, ...rest) => {
  const bytes: number = writeSync(file, ...rest)
  if (kept.has(file)) kept.set(file, kept.get(file)! + bytes)
  return (kept.get(file) ?? 0) > limits.kept ? die() : bytes
}
syncBuiltinESMExports()
