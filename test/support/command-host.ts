/**
 * Runs commands of the built program one after the other in this process (`node command-host.ts LAUNCHER MARK`, then a message for
 * each): to start Node, read the program's code and run it cold takes five times what a command does. Each begins with all modules
 * as they were before their first line, and with its own words, environment and folder. The mark ends what it writes.
 *
 * All tests take 7.3 minutes on two cores in place of 9.4. command-hosts.test.ts fails where a command does otherwise here than in a
 * process of its own. To do without: let `mayBeHosted` in program.ts return false.
 */
import { readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { dirname, sep } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Ended, Line } from './command-hosts.ts'

const [launcher = '', mark = ''] = process.argv.slice(2)
const load = createRequire(launcher)
const program = dirname(dirname(launcher)) + sep
const mostMemory = 350 * 2 ** 20

const exit = process.exit.bind(process)
const sockets = new Set<Socket>()

function watchSockets(): void {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...given: Parameters<typeof connect>) {
    sockets.add(this)
    return connect.apply(this, given)
  } as typeof connect
}

function setSurroundings({ args, env, cwd }: Line): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value
  process.chdir(cwd)
  process.argv = [process.execPath, launcher, ...args]
  process.exitCode = undefined
}

/** Those of packages that aren't bundled stay: they know nothing of a command. */
function forgetModules(): void {
  // Who loaded it would hold all that it has loaded.
  load.cache[launcher]?.parent?.children.splice(0)
  for (const path of Object.keys(load.cache))
    if (['bin', 'dist'].some((folder) => path.startsWith(program + folder + sep))) delete load.cache[path]
}

/** The program ends its process in any case: here it is heard in place of that. */
const ended = (): Promise<number> =>
  new Promise((resolve) => {
    process.exit = ((code: number | undefined) => {
      process.emit('exit', Number(code ?? process.exitCode ?? 0))
      resolve(Number(code ?? process.exitCode ?? 0))
    }) as typeof process.exit
  })

/** A file that is just being read is no work that goes on. */
const readings = 'FSReqCallback'
const mostTurns = 50

const workAtHand = (): string[] => process.getActiveResourcesInfo()
const isReading = (): boolean => workAtHand().includes(readings)

/** Files and connections; Node has pipes and other things of its own. */
const isKept = (descriptor: string): boolean => {
  try {
    return /^(\/|socket:)/.test(readlinkSync(`/proc/self/fd/${descriptor}`))
  } catch {
    // The one that the list was read with.
    return false
  }
}
const open = (): number => readdirSync('/proc/self/fd').filter(isKept).length
const memory = (): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))![1]) * 1024

function removeListeners(): void {
  for (const name of process.eventNames())
    for (const listener of process.listeners(name as 'exit'))
      if (!atFirst.listeners.get(name)?.includes(listener)) process.removeListener(name, listener as () => void)
}

/** Whether all is gone that the end of a process would have ended: work that goes on, files and connections that are open. */
async function isClean(): Promise<boolean> {
  const work = workAtHand().filter((name) => name !== readings).length
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  removeListeners()
  let turns = 0
  do await turn()
  while (++turns < 3 || (turns < mostTurns && isReading()))
  return work === atFirst.work && open() === atFirst.open && !isReading() && memory() < mostMemory
}

/** Where the reader is slow, again: the descriptor may not block. */
function sayMark(descriptor: number): void {
  const bytes = Buffer.from(mark)
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(descriptor, bytes, offset)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

async function run(line: Line): Promise<void> {
  setSurroundings(line)
  forgetModules()
  const end = ended()
  load(launcher)
  const code = await end
  const clean = await isClean()
  for (const descriptor of [1, 2]) sayMark(descriptor)
  process.send!({ code, clean } satisfies Ended)
}

watchSockets()
process.on('message', (line: Line) => void run(line))
process.on('disconnect', () => exit())
// It stays once it was made, by whichever command.
void process.stderr
const atFirst = {
  listeners: new Map(process.eventNames().map((name) => [name, process.listeners(name as 'exit')])),
  work: workAtHand().filter((name) => name !== readings).length,
  open: open(),
}
