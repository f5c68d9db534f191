/**
 * `npm run dev [-- COMMAND...]`: builds, runs a command of surveyctl (a sandbox that keeps its data, when none is given),
 * and does both again after each change of a source.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build, buildIfOlder } from './bundle.ts'
import { isBuilt, root } from './sources.ts'

const given = process.argv.slice(2)
const command = given.length > 0 ? given : ['sandbox', 'start', '--data', join(root, 'artefacts', 'sandbox'), '--allow-local-webhooks']

/** An editor writes several files, and some of them twice. */
const settled = 200

let running: ChildProcess | undefined

function start(): void {
  running = spawn(process.execPath, [join(root, 'bin', 'surveyctl.js'), ...command], { stdio: 'inherit' })
}

async function stop(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await ended
}

/** What runs goes on while the sources cannot be built. */
async function restart(): Promise<void> {
  if (isBuilt()) return
  try {
    await build()
  } catch (error) {
    return console.error((error as Error).message)
  }
  await stop()
  console.error('Built again')
  start()
}

async function* changes(): AsyncGenerator<void> {
  let changed = Promise.withResolvers<void>()
  for (const folder of ['src', 'build']) watch(join(root, folder), { recursive: true }, () => changed.resolve())
  while (true) {
    await changed.promise
    await wait(settled)
    changed = Promise.withResolvers()
    yield
  }
}

// Ctrl-C reaches the command as well; this process ends after it.
process.once('SIGINT', () => void stop().finally(() => process.exit(130)))
process.once('SIGTERM', () => void stop().finally(() => process.exit(143)))

await buildIfOlder()
start()
for await (const _ of changes()) await restart()
