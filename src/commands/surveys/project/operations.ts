/** The operations that bringing files and service together takes. Those of the sections are loaded when somebody asks. */
import { listAnswers } from '../../../contract/answers/answer.ts'
import { isWrite, type AnyOperation } from '../../../contract/core/operation.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewReport } from '../../../contract/answers/report.ts'

const ofSections = (which: (operation: AnyOperation) => boolean) => async (): Promise<readonly AnyOperation[]> => {
  const { sectionEntries } = await import('../../../project/sections/index.ts')
  return sectionEntries().flatMap(([, { uses = [] }]) => uses.filter(which))
}

export const reads = [viewQuiz, ofSections((operation) => !isWrite(operation))]
export const countReads = [viewReport, listAnswers]
export const writes = [ofSections(isWrite)]
