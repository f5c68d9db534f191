/** Saves files at addresses that the service gave: a built code, respondents' uploads. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { writeResult } from '../../output/stdout.ts'
import type { Sink } from '../../client/files.ts'
import type { Output } from '../../system/io.ts'
import type { Context } from '../context.ts'

/** Where `-o` points (a file, a folder, `-`), or a name in a folder; one that is taken there gets a number. */
type Place = { output: string } | { folder: string; name: string }

export async function saveAddress(context: Context, url: string, place: Place): Promise<{ path: string; bytes: number }> {
  const { fileSink, safeName } = await import('../../client/files.ts')
  const path =
    'output' in place
      ? isFolder(place.output)
        ? join(place.output, safeName(nameIn(url), 'file'))
        : place.output
      : freeName(place.folder, safeName(place.name, 'file'))
  const { bytes, proven } = await context.service.download(url, () =>
    path === '-' ? stdoutSink(context.show.form.output) : fileSink(path, { force: context.flags.force }),
  )
  if (!proven) context.show.warn(unproven(path))
  return { path, bytes }
}

/** Standard output in the place of a file: what went there can't be undone. */
export const stdoutSink = (out: Output): Sink => ({
  isFinal: true,
  write: (bytes) => writeResult(out, bytes),
  finish: () => {},
  abort: () => {},
})

/** Nothing but the end of the connection says that a file is whole, and the file itself does not say. */
export const unproven = (path: string): string =>
  `The service did not say how long ${path === '-' ? 'the file' : path} is: if the connection broke at its end, the rest is missing`

/** Refuses a place of `-o` that can't be written before anything is asked. A folder is made when its first file comes. */
export async function refusePlace(output: string, force: boolean): Promise<void> {
  if (output === '-') return
  const { refuseUnwritable } = await import('../../client/files.ts')
  refuseUnwritable(isFolder(output) ? join(nearestFolder(output), `surveyctl-${process.pid}`) : output, { force })
}

const nearestFolder = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path)))

/** A file that a command makes beside its result: refused at once where there is one, and under its name when it is whole. */
export async function createFile(path: string, options: { force: boolean }): Promise<Sink> {
  const { fileSink } = await import('../../client/files.ts')
  return fileSink(path, options)
}

/** Writes a file; one that is there only with `force`. */
export async function writeNew(path: string, content: string | Uint8Array, force = false): Promise<void> {
  const file = await createFile(path, { force })
  await file.write(Buffer.from(content))
  file.finish()
}

/** A name that others gave, safe as that of a file here. */
export async function plainName(name: string, fallback: string): Promise<string> {
  const { safeName } = await import('../../client/files.ts')
  return safeName(name, fallback)
}

export const isFolder = (path: string): boolean => /[/\\]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function nameIn(url: string): string {
  const name = basename(url.replace(/[?#].*$/s, ''))
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** `photo.png`, `photo (2).png`, ... */
function freeName(folder: string, name: string): string {
  const extension = extname(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${extension}`)
    if (!existsSync(path)) return path
  }
}
