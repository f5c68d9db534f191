/**
 * Loaded before the program: notes in `SYNCED_TOLD` how many writes and reads it sent, and which writes it sent before their
 * line in the journal was on the disk. A disk that takes its time shows who doesn't wait for it. Batches are sent in their order.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const diskTakes = 20
let written = 0
let onDisk = 0
let sent = 0
let read = 0
const early: number[] = []

const { writeSync, fdatasync } = fs
fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
  const result = writeSync(...args)
  written += String(args[1]).split('"state":"begun"').length - 1
  return result
}) as typeof writeSync

fs.fdatasync = ((file: number, done: fs.NoParamCallback) => {
  const upTo = written
  fdatasync(file, (error) => {
    setTimeout(() => {
      onDisk = Math.max(onDisk, upTo)
      done(error)
    }, diskTakes)
  })
}) as typeof fdatasync

const { write } = net.Socket.prototype
net.Socket.prototype.write = function noted(this: net.Socket, ...args: unknown[]): boolean {
  if (String(args[0]).startsWith('POST ') && ++sent > onDisk) early.push(sent)
  if (String(args[0]).startsWith('GET ')) read++
  return Reflect.apply(write, this, args)
}

syncBuiltinESMExports()
process.on('exit', () => fs.writeFileSync(process.env.SYNCED_TOLD!, JSON.stringify({ sent, read, early })))
