/** Commands whose answer is a file: names, places, several surveys at once. */
import { statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { AnyOperation } from '../../contract/core/operation.ts'
import { CommandError, usageError } from '../../errors.ts'
import { sizeText } from '../../output/format.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { isFolder, refusePlace, stdoutSink, unproven } from './save.ts'
import type { Sink } from '../../client/files.ts'
import type { FileDefinition, SavedFacts, Values } from '../command.ts'
import type { MadeFile, Rewriter } from '../context.ts'
import type { EngineContext } from '../session/engine.ts'
import { rewritten } from './rewritten.ts'
import { surveysIn } from '../shape.ts'

interface Saved {
  id?: number
  path: string
  bytes: number
  type: string | null
  /** A second file, which belongs to the first one. */
  beside?: string
  /** What was found in it. */
  facts?: SavedFacts['facts']
  says?: string | undefined
}

const shown = ({ facts, says: _, ...saved }: Saved): object => ({ ...saved, ...facts })

const filesAtOnce = 4

/** Where `-o` points: standard output, a folder, one file, or (without it) the current folder. */
interface Target {
  folder?: string
  file?: string
  stdout: boolean
}

function readTarget(output: string | undefined, several: boolean, isTerminal: boolean): Target {
  if (output === '-') {
    if (several) throw usageError('-o - takes one survey: several files cannot go to standard output')
    if (isTerminal) throw usageError('Refusing to write a file to the terminal', 'Redirect standard output, or give -o FILE')
    return { stdout: true }
  }
  if (output === undefined) return { stdout: false }
  if (!isFolder(output) && several) throw usageError('-o must name a folder (ending with /) when there are several surveys')
  return isFolder(output) ? { folder: output, stdout: false } : { file: output, stdout: false }
}

/** One file of one operation, by the output flags. */
export async function downloadOne(operation: AnyOperation, input: Values, session: EngineContext): Promise<void> {
  const target = readTarget(session.flags.output, false, session.show.form.terminal)
  await refusePlace(session.flags.output ?? './', session.flags.force)
  await finishOne(await save(operation, input, target, session), target, session)
}

/** A file of each of the surveys. */
export async function runDownload(
  operation: AnyOperation,
  { make, rewrite, saved: factsOf }: FileDefinition,
  input: Values,
  options: Values,
  session: EngineContext,
): Promise<void> {
  const given = [...new Set(surveysIn(input))]
  const [only, ...others] = given
  const target = readTarget(session.flags.output, others.length > 0, session.show.form.terminal)
  await refusePlace(session.flags.output ?? './', session.flags.force)
  const one = async (reference: string): Promise<Saved> => {
    const id = await session.ask.quiz(reference)
    const made = await make?.(session, { ...input, id }, options)
    if (made) return { ...(await saveMade(made, id, target, session)), id }
    const saved = await save(operation, { ...input, id }, target, session, await rewrite?.(options))
    const found: SavedFacts | undefined = target.stdout ? undefined : await factsOf?.(session, saved.path, { ...input, id }, options)
    return { ...saved, id, ...found }
  }
  if (only !== undefined && others.length === 0) return finishOne(await one(only), target, session)
  await saveSeveral(given, one, session)
}

/** Streams the file to its place. Its name is the service's own, made plain; a second one of that name gets the survey's id in front. */
async function save(
  operation: AnyOperation,
  input: Values,
  target: Target,
  session: EngineContext,
  Rewriting?: new () => Rewriter,
): Promise<Saved> {
  const files = await import('../../client/files.ts')
  const client = await session.requests.client()
  let path = '-'
  let received = 0
  let expected = 0
  let written: (() => number) | undefined
  const open = opener(target, input.id, session, files)
  const meter = session.present.progress.meter(operation.summary, 'bytes')
  try {
    const saved = await client.download(operation, input, {
      open: ({ name, length }) => {
        // A second attempt begins anew.
        meter.expect((length ?? 0) - expected)
        meter.advance(-received)
        ;[expected, received] = [length ?? 0, 0]
        const opened = open(name)
        path = opened.path
        if (!Rewriting) return opened.sink
        const changed = rewritten(opened.sink, new Rewriting())
        written = changed.size
        return changed.sink
      },
      onProgress: ({ bytes: sofar }) => {
        meter.advance(sofar - received)
        received = sofar
      },
    })
    if (!saved.proven) session.show.warn(unproven(path))
    return { path, bytes: written?.() ?? saved.bytes, type: saved.type ?? null }
  } finally {
    meter.end()
  }
}

/** A second file of a name gets the survey's id in front; a second attempt keeps the first one's name. */
function opener(
  { file, folder = '.', stdout }: Target,
  id: unknown,
  session: EngineContext,
  { fileSink, safeName }: typeof import('../../client/files.ts'),
): (name: string | undefined) => { path: string; sink: Sink } {
  let path = file
  return (name) => {
    if (stdout) return { path: '-', sink: stdoutSink(session.present.out) }
    if (file === undefined) makeFolder(folder)
    path ??= session.claim(join(folder, safeName(name, `survey-${String(id ?? 'file')}`)), id)
    return { path, sink: fileSink(path, { force: session.flags.force }) }
  }
}

async function saveMade(made: MadeFile, id: unknown, target: Target, session: EngineContext): Promise<Saved> {
  try {
    return await saveParts(made, id, target, session)
  } finally {
    made.close?.()
  }
}

async function saveParts({ name, type, body, beside }: MadeFile, id: unknown, target: Target, session: EngineContext): Promise<Saved> {
  const files = await import('../../client/files.ts')
  const { path, sink } = opener(target, id, session, files)(name)
  const next = beside && isFile(path) ? besideOf(path, beside.ending) : undefined
  const sinks = [sink]
  const write = async (to: Sink, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
    let bytes = 0
    for await (const piece of pieces) {
      session.service.signal.throwIfAborted()
      await to.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
      bytes += piece.byteLength
    }
    return bytes
  }
  let bytes: number
  try {
    // Where one of both is there already, neither is written.
    if (next) sinks.push(files.fileSink(next, { force: session.flags.force }))
    bytes = await write(sink, body)
    if (beside && sinks[1]) await write(sinks[1], beside.body())
    for (const each of sinks) each.finish()
  } catch (error) {
    for (const each of sinks) each.abort()
    throw error
  }
  return { path, bytes, type, ...(next && { beside: next }) }
}

/** Neither standard output nor a device. */
const isFile = (path: string): boolean => path !== '-' && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true)

/** `typed.sav` has `typed.codebook.md` beside it. */
const besideOf = (path: string, ending: string): string => join(dirname(path), basename(path, extname(path)) + ending)

const savedLine = ({ path, bytes, says, beside }: Saved): string =>
  `Saved ${path} (${says === undefined ? '' : `${says}, `}${sizeText(bytes)})${beside === undefined ? '' : ` and ${beside}`}`

async function finishOne(saved: Saved, target: Target, session: EngineContext): Promise<void> {
  if (target.stdout) return
  await session.show.done(shown(saved), savedLine(saved), saved.path)
  if (session.flags.open) await (await import('./open.ts')).openFile(session.show, saved.path)
}

async function saveSeveral(
  references: readonly string[],
  save: (reference: string) => Promise<Saved>,
  session: EngineContext,
): Promise<void> {
  let failed = 0
  let first: CommandError | undefined
  await inParallel(
    references,
    filesAtOnce,
    async (reference) => {
      try {
        const saved = await save(reference)
        await session.present.report({
          reference,
          ...(saved.id !== undefined && { id: saved.id }),
          ok: true,
          result: shown(saved),
          line: savedLine(saved),
        })
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        failed++
        first ??= error
        await session.present.report({ reference, ok: false, error })
      }
    },
    () => session.service.signal.aborted,
  )
  await session.present.endReport()
  if (session.service.signal.aborted) throw new CommandError('interrupted', 'Interrupted; files already saved are complete')
  if (first && failed === references.length) throw new CommandError(first.kind, `All ${references.length} downloads failed`, first.facts)
  if (failed > 0) throw new CommandError('partial', `${failed} of ${references.length} downloads failed; the other files are saved`)
}
