/** `account backup`: every read that is kept, into a folder of small files; the manifest comes last. */
import { appendFileSync, statSync } from 'node:fs'
import type { Progress } from '../../answers/derive/work.ts'
import { CommandError, usageError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import { inParallel, oneAtATime } from '../../system/in-parallel.ts'
import { tryLock } from '../../system/lock.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { toCopy } from '../../text/to-copy.ts'
import { Folder, isEmptyFolder } from '../folder.ts'
import { storeAccount, storePromo } from './account.ts'
import type { BackupWanted } from './answers.ts'
import { linesIn, objectIn } from './lines.ts'
import { format, manifestName, progressName, readManifest, type BackupOptions, type Manifest } from './manifest.ts'
import { storeSurvey } from './survey.ts'
import { Writer, type Earlier } from './writer.ts'

export interface BackedUpAccount {
  base_url: string
  workspace_id: number
}

export interface BackupRequest extends BackupOptions {
  root: string
  from: string | undefined
  /** Read all answers again. */
  full: boolean
  tool: string
  /** Pages of answers that are requested ahead. */
  ahead: number
  /** Of all surveys: before the first one, and after each. */
  progress: Progress
  /** Of what is large in one of them. */
  progressInside: Progress
}

const atOnce = 12
/** Removed and edited old answers escape a reading of what is new. */
const fullEvery = 30 * 86_400_000

export async function backUp(service: Service, account: BackedUpAccount, request: BackupRequest): Promise<Manifest> {
  const { root } = request
  // Before the folder is made: where it can't be taken from, nothing is left behind.
  const earlier = earlierOf(request.from, account)
  const folder = openFolder(root)
  const lock = tryLock(folder.at('lock'))
  if (typeof lock === 'number') throw new CommandError('refused', `Another surveyctl (process ${lock}) writes to ${folder.name('')}`)
  try {
    const writer = new Writer(root, service, earlier)
    const begun = await begin(writer, account, request)
    await service.patience()
    return await fill(writer, account, request, begun)
  } finally {
    lock()
  }
}

function openFolder(root: string): Folder {
  const folder = new Folder(root)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === false) throw usageError(`${folder.name('')} is not a folder`)
  makeFolder(root, 0o700)
  // One that was cut off is told as that.
  if (folder.isFile(manifestName) && readManifest(root))
    throw new CommandError('refused', `${folder.name('')} holds a finished backup, which is never changed`, {
      code: 'exists',
      hint: toCopy`For another one: surveyctl account backup ${`${root}-2`} --from ${root}`,
    })
  if (!isEmptyFolder(root) && !folder.isFile(progressName))
    throw usageError(`${folder.name('')} is not empty, and holds no backup that can be continued`)
  return folder
}

function earlierOf(from: string | undefined, { base_url, workspace_id }: BackedUpAccount): Earlier | undefined {
  if (from === undefined) return undefined
  const manifest = readManifest(from)
  if (manifest.base_url !== base_url || manifest.workspace_id !== workspace_id)
    throw usageError(`${from} is a backup of account ${manifest.workspace_id} at ${manifest.base_url}, not of this one`)
  return { folder: new Folder(from), manifest }
}

/** The first line of the progress says what is being made: other work can't go on with it. Returns when it was begun. */
async function begin(
  writer: Writer,
  { base_url, workspace_id }: BackedUpAccount,
  { answers, files, media }: BackupRequest,
): Promise<string> {
  const head = { backup: format, base_url, workspace_id, answers, files, media }
  const [first] = writer.folder.lines(progressName)
  if (first === undefined) {
    const begun = new Date().toISOString()
    appendFileSync(writer.folder.at(progressName), `${JSON.stringify({ ...head, begun })}\n`, { mode: 0o600 })
    return begun
  }
  const { begun, ...was } = objectIn(first) ?? {}
  if (JSON.stringify(was) !== JSON.stringify(head))
    throw usageError(
      `${writer.folder.name('')} was begun for another account, or with other flags`,
      'Repeat the command as it was, or name another folder',
    )
  await writer.resume()
  return String(begun)
}

async function fill(writer: Writer, account: BackedUpAccount, request: BackupRequest, begun: string): Promise<Manifest> {
  const ids = await storeAccount(writer, account.workspace_id)
  const fullAnswers = request.full || isOld(writer.earlier?.manifest.answers_read)
  const wanted: BackupWanted = { ...request, fullAnswers, inTurn: oneAtATime(), progress: request.progressInside }
  const [anySurvey] = ids
  const codes = anySurvey === undefined ? 0 : await storePromo(writer, anySurvey, request.full)
  let done = 0
  request.progress('Surveys', 0, ids.length)
  await inParallel(ids, atOnce, async (id) => {
    if (!(await storeSurvey(writer, id, wanted))) writer.service.note(`Survey ${id} was deleted meanwhile, and is left out`)
    request.progress('Surveys', ++done, ids.length)
  })
  const manifest = manifestOf(writer, account, request, { begun, codes, full: fullAnswers })
  await writer.finish(manifest)
  return manifest
}

const isOld = (at: string | null | undefined): boolean => !at || Date.now() - Date.parse(at) > fullEvery

interface Facts {
  begun: string
  codes: number
  full: boolean
}

function manifestOf(writer: Writer, account: BackedUpAccount, request: BackupRequest, { begun, codes, full }: Facts): Manifest {
  const files = Object.fromEntries([...writer.files].sort(([a], [b]) => (a < b ? -1 : 1)))
  const paths = Object.keys(files)
  const count = (pattern: RegExp): number => paths.filter((path) => pattern.test(path)).length
  const answers = paths.filter((path) => /^surveys\/\d+\/answers\.ndjson$/.test(path))
  const ended = new Date().toISOString()
  return {
    format,
    tool: request.tool,
    ...account,
    begun,
    ended,
    options: { answers: request.answers, files: request.files, media: request.media },
    counts: {
      surveys: writer.surveys.size,
      answers: answers.reduce((sum, path) => sum + linesIn(writer.folder, path), 0),
      codes,
      media: count(/^media\//),
      files: count(/^files\//),
      bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
    },
    files,
    addresses: Object.fromEntries([...writer.addresses].filter(([, path]) => writer.files.has(path))),
    gaps: [...writer.gaps.values()],
    torn: [...writer.surveys].filter(([, torn]) => torn).map(([id]) => id),
    from: request.from ?? null,
    answers_read: !request.answers ? null : full || !writer.earlier ? begun : writer.earlier.manifest.answers_read,
  }
}
