import { command, group, type TextForm } from '../../cli/command.ts'
import { listFavorites, removeFavorite, saveFavorite } from '../../contract/surveys/favorite.ts'
import { required } from '../../contract/core/fields.ts'
import { usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import { newFlag, refuseSecond } from '../second-of-a-name.ts'
import { rowWith, titled, detailLine } from '../confirm-details.ts'
import { readObject } from '../read-object.ts'

/** Two operations name this id differently; people give it as FAVORITE_ID. */
const favoriteId: TextForm = {
  placeholder: 'FAVORITE_ID',
  about: 'Id of a favourite question (see: favorite list)',
  read: ([text]) => Number(text),
}

/** The same operation, but with the fields that a new favourite can't do without required. */
const addFavorite = {
  ...saveFavorite,
  body: { ...saveFavorite.body, name: required(saveFavorite.body.name), widget_type: required(saveFavorite.body.widget_type) },
}

const flags = { favorite_question_id: false, data: false, source_quiz_id: '--source-quiz', source_widget_id: '--source-widget' } as const
const extra = {
  data: { flag: '--data <file>', about: 'The question, as in the entities of a survey: a JSON or YAML file (- for standard input)' },
} as const

export const favoriteGroup = group('favorite', {
  summary: 'Favourite questions, kept for use in any survey',
  aliases: ['favorites', 'favourite'],
  shows: 'favorite list',
  commands: [
    command('list', listFavorites, {
      aliases: ['ls'],
      columns: ['id', 'name', { path: 'widget_type', label: 'type' }, { path: 'source_quiz_id', label: 'from survey' }],
      examples: ['favorite list', "favorite list --jq '.[].data'"],
    }),
    command('add', addFavorite, {
      summary: 'Keep a question as a favourite',
      flags,
      extra: { ...extra, new: newFlag },
      examples: ['favorite add --name "Stars, ten" --widget-type rating --data question.yaml --source-quiz 42'],
      also: [listFavorites],
      run: async (context, input, { data, new: isNew }) => {
        const question = data === undefined ? input.data : await readObject(context, data, '--data')
        if (question === undefined) throw usageError('--data is required')
        const { name, workspace_id } = input
        const wanted = { what: 'favourite', name, isNew, instead: (id: string) => toCopy`To change it: surveyctl favorite edit ${id}` }
        await refuseSecond(context, wanted, async (call) => (await call(listFavorites, { workspace_id })).items)
        const result = await context.service.call(saveFavorite, { ...input, data: question })
        await context.show.done(result, `Kept favourite ${result.favorite_question_id} "${name}"`, result.favorite_question_id)
      },
    }),
    command('edit', saveFavorite, {
      summary: 'Change a favourite question; what is not given stays',
      positionals: ['favorite_question_id'],
      flags: {
        favorite_question_id: favoriteId,
        data: false,
        source_quiz_id: flags.source_quiz_id,
        source_widget_id: flags.source_widget_id,
      },
      extra,
      examples: ['favorite edit 1 --name "Stars, five"'],
      run: async (context, input, { data }) => {
        const change = data === undefined ? input : { ...input, data: await readObject(context, data, '--data') }
        const { workspace_id: _, favorite_question_id: id, ...given } = change
        if (Object.keys(given).length === 0) throw usageError('Nothing to change was given', 'See: surveyctl favorite edit --help')
        const result = await context.service.call(saveFavorite, change)
        await context.show.done(result, `Changed ${Object.keys(given).join(', ')} of favourite ${id}`, id)
      },
    }),
    command('remove', removeFavorite, {
      aliases: ['rm'],
      positionals: ['questionId'],
      flags: { questionId: favoriteId },
      confirm: ({ questionId }) => `Remove favourite ${questionId}?`,
      confirmDetails: async (context, { workspace_id, questionId }) => {
        const { name, widget_type } = await rowWith(context, listFavorites, { workspace_id }, questionId)
        return detailLine(
          titled('Favourite', questionId, name),
          typeof widget_type === 'string' && widget_type,
          'surveys that were made with it keep theirs',
        )
      },
      done: (_, { questionId }) => `Removed favourite ${questionId}`,
      examples: ['favorite remove 1 --yes'],
    }),
  ],
})
