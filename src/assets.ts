/** What the program is made of beside its code: in files of the package, or inside the single executable. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import type { Worker, WorkerOptions } from 'node:worker_threads'

// One folder down from the root, both as src/assets.ts and bundled in dist/.
const root = dirname(import.meta.dirname)

/** The folder of the package; `undefined`: the single executable has none. */
export const packageFolder = (): string | undefined => (isSea() ? undefined : root)

/** A file of the package, by its path in it. */
export const packaged = (path: string): Buffer => (isSea() ? Buffer.from(getRawAsset(path)) : readFileSync(join(root, path)))

/** A file that the build puts into dist/assets: fonts, wasm, scripts of pages. */
export const asset = (name: string): Buffer => packaged(`dist/assets/${name}`)

/** A guide: who runs the sources reads them where they are written. */
export const guideText = (name: string): string =>
  packaged(`${import.meta.filename.endsWith('.ts') ? 'src/reference' : 'dist/assets'}/guides/${name}.md`).toString()

/** A thread that runs a file of dist. */
export async function thread(file: string, workerData?: unknown): Promise<Worker> {
  const { Worker } = await import('node:worker_threads')
  const options: WorkerOptions = { workerData, stdout: true, stderr: true }
  if (!isSea()) return new Worker(join(root, 'dist', file), options)
  return new Worker(`${packaged('build/executable/loader.cjs').toString()}\nload(${JSON.stringify(`dist/${file}`)})`, {
    ...options,
    eval: true,
  })
}
