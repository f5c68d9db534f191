/** Sends what a new survey lacks, and looks at it again: the same once more sends only what is still missing. */
import { CommandError } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import { localAddress, withAddresses } from '../../model/document/media.ts'
import { newIdsOf, withNewIds, type NewIds } from '../../model/document/renew-ids.ts'
import type { Content } from '../../model/document/shape.ts'
import type { Environment } from '../../project/files/config.ts'
import { unknownContext, unknownId } from '../../project/apply/folders.ts'
import type { Once } from '../../project/apply/once.ts'
import { uploadOnce } from '../../project/apply/upload.ts'
import { observe, type Observed } from '../../project/plan/observe.ts'
import { stepsOf } from '../../project/plan/plan-survey.ts'
import { uploadSteps } from '../../project/plan/uploads.ts'
import { isAfterPublication, sendStep, type Step, type StepContext, type StepFile } from '../../project/sections/section.ts'
import type { Service } from '../../service.ts'
import { own } from '../../text/own.ts'
import type { Backup } from '../stored.ts'
import { changesOf, type AccountChange } from '../diff.ts'
import { accountEnvironment } from '../side.ts'
import type { MapFile } from './map.ts'
import { publishOnce } from './publish-once.ts'
import type { RestoreWanted } from './wanted.ts'

export interface Restoring {
  service: Service
  backup: Backup
  mapFile: MapFile
  once: Once
  publish: boolean
}

const key = 'survey'

/** What a survey takes beyond its creation. */
export const stepsFor = (now: Content, next: Content, ids: Observed['ids'] = {}): Step[] => {
  const placeholders = Object.fromEntries(localsIn(next).map((address) => [address, address]))
  return stepsOf(now, next, ids, (content) => uploadSteps(key, content, placeholders))
}

const localsIn = ({ screens }: Content): string[] => [
  ...new Set(JSON.stringify(screens ?? {}).match(/surveyctl-file:[\da-f]{64}:\d+:[\w./-]+/g) ?? []),
]

export const contextIn = ({ folders }: Environment, id: number): StepContext => ({
  ...unknownContext,
  id,
  folderId: (name) => own(folders, name) ?? unknownId,
})

/** Returns what is different from what was to come back. */
export async function fill(work: Restoring, wanted: RestoreWanted, id: number): Promise<AccountChange[]> {
  const { mapFile, publish } = work
  const folders = Object.values(mapFile.map.folders)
  const environment: Environment = {
    ...accountEnvironment,
    promo: Object.fromEntries(Object.values(mapFile.map.promo).map((list) => [list.name, list.id])),
    folders: Object.fromEntries(folders.map((folder) => [folder.name, folder.id])),
  }
  const content = withAddresses(placed(work, wanted.content), addressesOf(work, wanted.id))
  let next = await sendQuestions(work, { id, old: wanted.id, environment, content })
  if (publish && wanted.isPublished) await publishOnce(work.service, work.once, `publish ${wanted.id}`, id)
  next = await send(work, { id, old: wanted.id, environment, content: next }, isAfterPublication)
  const found = await look(work.service, id, environment, next)
  if (!found) throw new CommandError('not_found', `Survey ${id} was deleted meanwhile`)
  return changesOf(
    wanted.id,
    wanted.name,
    { content: next, unreadable: {} },
    { content: managedBy(next, found.content), unreadable: found.unreadable },
  )
}

/** Of a service that has each id of a question once, and refuses those of the backup, they get others; all that names them follows. */
async function sendQuestions(work: Restoring, target: Target): Promise<Content> {
  const { mapFile } = work
  const { id, old, content } = target
  const known = mapFile.map.surveys[old]?.questions
  const sent = (questions: NewIds): Promise<Content> =>
    send(work, { ...target, content: withNewIds(content, questions) }, (step) => !isAfterPublication(step))
  const keep = (questions: NewIds | undefined): void => {
    const copy = mapFile.map.surveys[old]
    if (copy) mapFile.map.surveys[old] = { ...copy, ...(questions && { questions }) }
    if (copy && !questions) delete mapFile.map.surveys[old]?.questions
    mapFile.save()
  }
  try {
    return await sent(known ?? {})
  } catch (error) {
    const questions = newIdsOf(content.screens ?? { ids: [], entities: {} }, id)
    if (known || !isRefusedSave(error) || Object.keys(questions).length === 0) throw error
    keep(questions)
    try {
      return await sent(questions)
    } catch (again) {
      if (!isRefusedSave(again)) throw again
      // It was not the ids.
      keep(undefined)
      throw error
    }
  }
}

const isRefusedSave = (error: unknown): boolean =>
  error instanceof CommandError && error.kind === 'invalid' && error.facts.request?.path.endsWith('/save') === true

/** Lists and folders by the names that they have there. */
function placed({ mapFile }: Restoring, content: Content): Content {
  const folder = mapFile.map.folders[String(content.folder)]
  const promo = Object.values(mapFile.map.promo).find((list) => list.name === content.promo) ?? mapFile.map.promo[String(content.promo)]
  return { ...content, ...(folder && { folder: folder.name }), ...(content.promo !== undefined && { promo: promo?.name ?? null }) }
}

const addressesOf = ({ mapFile, backup: { manifest } }: Restoring, old: number): Map<string, string> =>
  new Map(
    Object.values(manifest.addresses).flatMap((path) => {
      const sum = manifest.files[path]
      const address = sum && mapFile.map.media[`${old} ${sum.sha256}`]
      return sum && address !== undefined ? [[localAddress({ path, ...sum }), address]] : []
    }),
  )

const look = (service: Service, id: number, environment: Environment, content: Content): Promise<Observed | undefined> =>
  observe(service, id, environment, { key, ours: { content } })

interface Target {
  id: number
  /** Its id in the backup. */
  old: number
  environment: Environment
  content: Content
}

/** Returns the content with the addresses of what was uploaded. */
async function send(work: Restoring, { id, old, environment, content }: Target, which: (step: Step) => boolean): Promise<Content> {
  const { service } = work
  const observed = await look(service, id, environment, content)
  if (!observed) throw new CommandError('not_found', `Survey ${id} was deleted meanwhile`)
  const ids: Record<string, number> = {}
  const addresses = new Map<string, string>()
  const left = new Set<string>()
  for (const step of stepsFor(managedBy(content, observed.content), content, observed.ids).filter(which)) {
    if (step.upload) {
      addresses.set(localAddress(step.upload), await upload(work, step, step.upload, { old, id }))
      continue
    }
    const known: StepContext = {
      ...contextIn(environment, id),
      idOf: (its) => own(ids, its) ?? own(observed.ids[step.section], its) ?? own(environment.promo, its) ?? unknownId,
      addressOf: (address) => addresses.get(address) ?? address,
    }
    if (await step.isDone?.(service, known)) continue
    try {
      const answer = await sendStep(service, step, known)
      const makes = step.makes?.id(answer)
      if (step.makes && makes !== undefined) ids[step.makes.key] = makes
    } catch (error) {
      if (!(error instanceof CommandError) || !isLoss(error, step)) throw error
      work.mapFile.lose({ survey: old, name: observed.name, what: step.section, why: error.summary })
      left.add(step.section)
    }
  }
  const sent = Object.fromEntries(Object.entries(content).filter(([section]) => !left.has(section)))
  return withAddresses(sent, addresses)
}

/** A theme is another account's, a right or an option of the plan is missing: the rest comes back without it. */
const isLoss = ({ kind }: CommandError, { section }: Step): boolean =>
  kind === 'forbidden' || (section === 'theme' && ['not_found', 'refused'].includes(kind))

const upload = (
  { service, backup, mapFile, once }: Restoring,
  step: Step,
  file: StepFile,
  { old, id }: Pick<Target, 'old' | 'id'>,
): Promise<string> =>
  uploadOnce(service, once, step, {
    item: `upload ${old} ${file.sha256}`,
    name: file.path,
    known: { ...unknownContext, id, fileAt: () => backup.folder.at(file.path) },
    keep: (url) => {
      mapFile.map.media[`${old} ${file.sha256}`] = url
      mapFile.save()
    },
  })
