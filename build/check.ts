/** `npm run check`: every check, whatever the others say; what fails is shown whole. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './sources.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))

function run(name: string): Promise<{ failed: boolean; said: string }> {
  const child = spawn('npm', ['run', '--silent', name], { cwd: root, shell: process.platform === 'win32' })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => child.once('close', (code) => resolve({ failed: code !== 0, said: Buffer.concat(parts).toString() })))
}

const failed: string[] = []
const left = [...checks]
async function worker(): Promise<void> {
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const { failed: isWrong, said } = await run(name)
    if (!isWrong) continue
    failed.push(name)
    console.error(`${name}\n${said}`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))

if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
