import * as contract from '../../../contract/surveys/favorite.ts'
import type { Actor } from '../../store/account/actor.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import { requiredField, sentFields } from '../../engine/sent.ts'
import { questionId } from '../../seed/demo-surveys.ts'
import type { RecordOf } from '../../store/records.ts'
import { visibilityFor, visibleQuizIds } from '../../store/surveys/visibility.ts'
import type { Store } from '../../store/store.ts'

interface Favorite {
  name: string
  widget_type: string
  data: Record<string, unknown>
  choice_type: string | null
  choice_multiple: boolean | null
  source_quiz_id: number | null
  source_widget_id: string | null
  created_at: string
}

const favoritesOf = (store: Store) => store.records<Favorite>('favorite')

/** A question taken from a hidden survey is hidden too: its texts are the survey's. */
const isVisible = (store: Store, actor: Actor, { source_quiz_id }: Favorite): boolean =>
  visibilityFor(store, actor)({ quiz_id: source_quiz_id })

function needFavorite(store: Store, workspaceId: number, actor: Actor, id: number): RecordOf<Favorite> {
  const favorite = favoritesOf(store).get(id, { workspace_id: workspaceId })
  return favorite && isVisible(store, actor, favorite) ? favorite : refuse(400, 'not_found')
}

const rowOf = ({ key: _key, quiz_id: _quiz, ...favorite }: RecordOf<Favorite>) => ({ favorite_question_id: favorite.id, ...favorite })

export const handlers: HandlersOf<typeof contract> = {
  listFavorites: ({ workspace, actor, service: { store } }) => ({
    status: true,
    items: favoritesOf(store)
      .list({ workspace_id: workspace.id })
      .filter((favorite) => isVisible(store, actor, favorite))
      .map(rowOf),
  }),

  saveFavorite: ({ input, workspace, actor, service }) => {
    const { store, now } = service
    const { workspace_id: _workspace, favorite_question_id: id, ...given } = input
    const { source_quiz_id } = given
    if (source_quiz_id !== undefined && !visibleQuizIds(store, workspace.id, actor, [source_quiz_id]).has(source_quiz_id))
      refuse(400, 'quiz_not_found')
    const fields = sentFields(given)
    if (id !== undefined) {
      needFavorite(store, workspace.id, actor, id)
      favoritesOf(store).update(id, fields)
      return { status: true, favorite_question_id: id }
    }
    const favorite: Favorite = {
      choice_type: null,
      choice_multiple: null,
      source_quiz_id: null,
      source_widget_id: null,
      ...fields,
      name: requiredField('name', fields.name),
      widget_type: requiredField('widget_type', fields.widget_type),
      data: requiredField('data', fields.data),
      created_at: now().toISOString(),
    }
    return { status: true, favorite_question_id: favoritesOf(store).insert(favorite, { workspace_id: workspace.id }) }
  },

  removeFavorite: ({ input, workspace, actor, service }) => {
    needFavorite(service.store, workspace.id, actor, input.questionId)
    return { status: favoritesOf(service.store).remove(input.questionId) }
  },
}

/** Favourite 1 is a rating of survey 42, 2 a choice. */
export const seed: Seed = ({ store, now }, { workspace }) => {
  const common = { choice_type: null, choice_multiple: null, source_quiz_id: null, source_widget_id: null, created_at: now().toISOString() }
  const stars = { type: 'rating', title: 'How do you rate the delivery?', ratingCount: 5, ratingFigure: 'star' }
  const colours = {
    type: 'choice',
    title: 'Which colours do you like?',
    choiceEntities: [
      { id: '1', title: 'Blue' },
      { id: '2', title: 'Green' },
    ],
  }
  favoritesOf(store).insert(
    { ...common, name: 'Stars', widget_type: 'rating', data: stars, source_quiz_id: 42, source_widget_id: questionId(4) },
    { workspace_id: workspace.id },
    1,
  )
  favoritesOf(store).insert(
    { ...common, name: 'Colours', widget_type: 'choice', data: colours, choice_multiple: true },
    { workspace_id: workspace.id },
    2,
  )
}
