/** A survey's draft, as the commands that change it read it. */
import type { Service } from '../service.ts'
import type { Widgets } from '../contract/core/records.ts'
import type { Result } from '../contract/core/operation.ts'
import { viewQuiz } from '../contract/surveys/quiz.ts'
import { CommandError } from '../errors.ts'
import type { Content } from '../model/document/index.ts'
import { isObject } from '../text/is-object.ts'
import { toCopy } from '../text/to-copy.ts'

export interface Draft {
  id: number
  name: string
  /** Completed answers; `undefined`: the service doesn't say. */
  answers: number | undefined
  url_shared?: string | undefined
  /** The lasting signs of an unpublished draft, as far as the service shows them. */
  updated_at?: string | undefined
  published_at?: string | undefined
  /** When it was asked for. */
  read_at: number
  /** The sections that the service shows. */
  content: Content
}

export type DraftWithScreens = Draft & { screens: Widgets }

export async function readDraft(service: Pick<Service, 'call'>, id: number): Promise<Draft> {
  const read_at = Date.now()
  return draftOf(id, await service.call(viewQuiz, { id }), read_at)
}

export function draftOf(id: number, shown: Result<typeof viewQuiz>, read_at = Date.now()): Draft {
  const { name, answer_count, widgets, conditions, settings, notes, updated_at, published_at, url_shared } = shown
  return {
    id,
    read_at,
    name: name ?? '',
    answers: answer_count,
    ...(typeof url_shared === 'string' && { url_shared }),
    ...(typeof updated_at === 'string' && { updated_at }),
    ...(typeof published_at === 'string' && { published_at }),
    content: {
      ...(typeof name === 'string' && { name }),
      ...(typeof notes === 'string' && notes !== '' && { note: notes }),
      ...(isObject(settings) && { settings: withoutName(settings) }),
      ...(widgets && { screens: { ids: widgets.ids, entities: widgets.entities } }),
      ...(isObject(conditions) && { conditions }),
    },
  }
}

/** The name is a section of its own. */
const withoutName = ({ name: _, ...settings }: Record<string, unknown>): Record<string, unknown> => settings

/** For what can't work blindly. */
export async function readScreens(service: Service, id: number): Promise<DraftWithScreens> {
  const draft = await readDraft(service, id)
  const { screens } = draft.content
  if (screens) return { ...draft, screens }
  throw new CommandError('refused', `The service does not show the questions of survey ${id}`, {
    hint: toCopy`To replace them all: surveyctl quiz save ${id} --file FILE`,
  })
}
