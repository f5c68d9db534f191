/** Beginnings of conversations, for clients that offer them. */
import { CommandError, usageError } from '../errors.ts'
import type { Tool } from './definition.ts'

interface Prompt {
  name: string
  about: string
  /** Tools that it speaks of. */
  needs: readonly string[]
  text: (survey: string) => string
}

const prompts: readonly Prompt[] = [
  {
    name: 'review-survey',
    about: 'Look a survey through before it is published',
    needs: ['survey_view', 'survey_check'],
    text: (survey) =>
      `Review survey ${survey}: look at it with survey_view and survey_check, and tell what respondents would stumble over, the worst first. Change nothing.`,
  },
  {
    name: 'change-survey',
    about: 'Change a survey step by step',
    needs: ['survey_plan', 'survey_apply'],
    text: (survey) =>
      `I want to change survey ${survey}. View it, ask me what to change, plan it with survey_plan and show me the plan in plain words. Apply it when I say so; publish only when I ask.`,
  },
  {
    name: 'report-answers',
    about: 'Sum up what respondents said',
    needs: ['answer_stats'],
    text: (survey) =>
      `Sum up the answers of survey ${survey} with answer_stats: how many there are, what stands out, where people leave (funnel). Read single answers only where counts raise a question.`,
  },
]

/** Those that these tools are enough for. */
export const promptsFor = (tools: readonly Tool[]): Prompt[] =>
  prompts.filter(({ needs }) => needs.every((need) => tools.some(({ name }) => name === need)))

export const listedPrompt = ({ name, about }: Prompt) => ({
  name,
  description: about,
  arguments: [{ name: 'survey', description: 'Survey: id, name or address', required: true }],
})

export function promptText(there: readonly Prompt[], name: string, given: Readonly<Record<string, unknown>> = {}): string {
  const found = there.find((one) => one.name === name)
  if (!found) throw new CommandError('not_found', `There is no prompt ${name}`)
  const survey = String(given.survey ?? '').trim()
  if (survey === '') throw usageError('survey is missing')
  return found.text(survey)
}
