/**
 * At the end of a run: how often each guarantee of the guide `failures` was tried, and how often it was broken; on standard output and in
 * artefacts/guarantees.json. A run of the whole folder fails where a row was not tried, or was broken in whatever way.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { guarantees, ledgerPath } from './guarantees.ts'

interface Found {
  tried: number
  broken: number
}
type Row = Found & { what: string; files: string[] }

/** By test file. */
function readLedger(): Map<string, Found> {
  const found = new Map<string, Found>()
  const lines = existsSync(ledgerPath) ? readFileSync(ledgerPath, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    const { file, tests: _, faults = 0, ...bad } = JSON.parse(line) as { file: string; tests?: number; faults?: number }
    const one = found.get(file) ?? { tried: 0, broken: 0 }
    const broken = Object.values(bad as Record<string, number>).reduce((sum, each) => sum + each, 0)
    found.set(file, { tried: one.tried + faults, broken: one.broken + broken })
  }
  return found
}

const sumOf = (all: readonly Found[]): Found => ({
  tried: all.reduce((sum, { tried }) => sum + tried, 0),
  broken: all.reduce((sum, { broken }) => sum + broken, 0),
})

const rowsOf = (found: ReadonlyMap<string, Found>): Row[] =>
  guarantees().map(({ cells, files }) => ({ what: cells[0]!, ...sumOf(files.flatMap((file) => found.get(file) ?? [])), files }))

const widest = 76
const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)

const lineOf = ({ what, tried, broken }: Row): string => `${cut(what).padEnd(widest)} ${String(tried).padStart(7)} tried, ${broken} broken`

function isWhole(project: TestProject, found: ReadonlyMap<string, Found>): boolean {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  return project.vitest.config.testNamePattern === undefined && files.every((name) => found.has(name.replace('.test.ts', '')))
}

export function setup(project: TestProject): () => void {
  mkdirSync(dirname(ledgerPath), { recursive: true })
  rmSync(ledgerPath, { force: true })
  return () => {
    const found = readLedger()
    const rows = rowsOf(found)
    writeFileSync(join(dirname(ledgerPath), 'guarantees.json'), `${JSON.stringify({ total: sumOf([...found.values()]), rows }, null, 2)}\n`)
    const met = rows.filter(({ tried, broken }) => tried + broken > 0)
    const all: Row = { what: 'All of them', ...sumOf([...found.values()]), files: [] }
    process.stdout.write(`\n${[...met, all].map(lineOf).join('\n')}\n`)
    const bad = isWhole(project, found) ? rows.filter(({ tried, broken }) => tried === 0 || broken > 0) : []
    if (bad.length > 0) throw new Error(`Guarantees that were not tried, or that were broken:\n${bad.map(lineOf).join('\n')}`)
  }
}
