/** The same file brought in twice makes two surveys of the same questions only where that is meant. */
import type { Context } from '../../../cli/context.ts'
import type { QuizRow } from '../../../contract/core/records.ts'
import { listQuizzes, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { isUuid } from '../../../model/document/ids.ts'
import type { Content } from '../../../model/document/index.ts'
import type { Service } from '../../../service.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { refuseSecond } from '../../second-of-a-name.ts'

interface Second {
  file: string
  content: Content
  isNew?: boolean | undefined
}

/** Several surveys of one name are usual, as of each spring; one that holds questions of this file as well was made of it. */
export async function refuseSecondImport(context: Context, { file, content, isNew }: Second): Promise<void> {
  const { name, screens } = content
  if (typeof name !== 'string') return
  const ids = new Set(screens?.ids.filter(isUuid))
  const instead = (id: string): string => toCopy`To replace its draft: surveyctl quiz import --into ${id} ${file}`
  await refuseSecond(context, { what: 'survey', name, isNew, instead }, (call) => madeOf(call, name, ids))
}

async function madeOf(call: Service['call'], name: string, ids: ReadonlySet<string>): Promise<QuizRow[]> {
  const made: QuizRow[] = []
  for (const row of await call(listQuizzes, {})) {
    if (row.name !== name) continue
    const { widgets } = await call(viewQuiz, { id: row.id })
    if (widgets?.ids.some((id) => ids.has(id))) made.push(row)
  }
  return made
}
