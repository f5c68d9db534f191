import * as contract from '../../../contract/surveys/template.ts'
import { advanceBuilds, nameFrom, promptProblem, queueBuild } from '../../seed/ai-quiz.ts'
import { needVisibleFolder, visibleTo } from '../../store/surveys/visibility.ts'
import { rowsOf, Where } from '../../store/where.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf, Hooks } from '../../engine/handler.ts'
import { offsetPage } from '../../engine/paging.ts'
import { catalogueId, createQuiz, findQuiz, getQuiz, previewUrl, questionIds, quizRowOf } from '../../store/surveys/quiz.ts'

export const handlers: HandlersOf<typeof contract> = {
  listTemplates: ({ input, workspace, actor, service }) => {
    const { store } = service
    const own = visibleTo(actor, new Where().and('workspace_id = ?', workspace.id))
    const where = new Where()
      .and('is_template = 1 and deleted_at is null')
      .and(`(workspace_id = ? or (${own.sql}))`, catalogueId, ...own.values)
    const rows = rowsOf<{ id: number }>(store, 'quiz', where, { columns: 'id', order: `workspace_id = ${workspace.id} desc, id` })
    const { data, total, limit, offset } = offsetPage(rows, input)
    const items = data
      .map(({ id }) => getQuiz(store, id))
      .map((quiz) => ({
        id: quiz.id,
        template_id: quiz.id,
        name: quiz.name,
        description: quiz.draft.settings.description ?? '',
        is_own: quiz.workspace_id === workspace.id,
        questions_count: questionIds(quiz.draft).length,
        url_preview: previewUrl(service, quiz),
      }))
    return { status: true, items, total, limit, offset, has_more: offset + items.length < total }
  },

  createFromTemplate: ({ input, workspace, actor, service }) => {
    const folder = needVisibleFolder(service.store, workspace.id, actor, input.folder_id)
    const template = findQuiz(service.store, input.template_id)
    const own = template?.workspace_id === workspace.id && actor.sees(template)
    if (!template?.is_template || !(own || template.workspace_id === catalogueId)) refuse(400, 'template_not_found')
    const quiz = createQuiz(service, {
      workspace_id: workspace.id,
      folder_id: folder.id,
      member_id: actor.member_id,
      type: template.type,
      name: input.name || template.name,
      content: template.draft,
    })
    return { status: true, quiz_id: quiz.id, ...quizRowOf(service, quiz), url_preview: previewUrl(service, quiz), needs_publish: true }
  },

  generateQuiz: ({ input, workspace, actor, service }) => {
    const folder = needVisibleFolder(service.store, workspace.id, actor, input.folder_id)
    const problem = promptProblem(input.prompt)
    if (problem) refuse(400, 'generation_failed', { message: problem })
    const queued_at = service.now().toISOString()
    const quiz = createQuiz(service, {
      workspace_id: workspace.id,
      folder_id: folder.id,
      member_id: actor.member_id,
      name: nameFrom(input.prompt),
      ai_quiz_job: { status: 'pending', queued_at },
    })
    queueBuild(service, quiz.id, {
      prompt: input.prompt,
      ai_type: input.ai_type ?? 'quiz',
      with_logic: input.with_logic ?? false,
      queued_at,
      draft: JSON.stringify(quiz.draft),
    })
    return { status: true, quiz_id: quiz.id, ai_status: 'pending', quiz: quizRowOf(service, quiz) }
  },
}

export const hooks: Hooks = { tick: advanceBuilds }
