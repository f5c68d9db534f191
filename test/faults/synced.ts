/**
 * Loaded before the program: notes in `SYNCED_TOLD` how many writes and reads it sent, which writes it sent before the journal had their
 * batch on the disk, and whether each commit of the journal waits for the disk. Batches are sent in their order.
 */
import fs from 'node:fs'
import net from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'

let written = 0
let onDisk = 0
let sent = 0
let read = 0
let waits = true
const early: number[] = []

type Call = (this: any, ...args: any[]) => any // any: calls of every form are handed on as they are
const [databases, statements] = [DatabaseSync.prototype, StatementSync.prototype] as unknown as Record<string, Call>[]

const { run } = statements!
statements!.run = function noted(...values) {
  if (values.includes('begun')) written++
  return Reflect.apply(run!, this, values)
}

const { exec } = databases!
databases!.exec = function noted(sql: string) {
  const result = Reflect.apply(exec!, this, [sql])
  if (sql !== 'commit') return result
  onDisk = written
  // 2: each commit is on the disk when it returns.
  waits &&= this.prepare('pragma synchronous').get().synchronous === 2
  return result
}

const { write } = net.Socket.prototype
net.Socket.prototype.write = function noted(this: net.Socket, ...args: unknown[]): boolean {
  if (String(args[0]).startsWith('POST ') && ++sent > onDisk) early.push(sent)
  if (String(args[0]).startsWith('GET ')) read++
  return Reflect.apply(write, this, args)
}

process.on('exit', () => fs.writeFileSync(process.env.SYNCED_TOLD!, JSON.stringify({ sent, read, early, waits })))
