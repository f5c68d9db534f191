/** Beginnings of conversations, for clients that offer them. */
export interface Prompt {
  name: string
  about: string
  takes: string
  text: (survey: string) => string
}

const takes = 'Survey: id, name or address'

export const prompts: readonly Prompt[] = [
  {
    name: 'review-survey',
    about: 'Look a survey through before it is published',
    takes,
    text: (survey) =>
      `Review survey ${survey}: look at it with survey_view and survey_check, and tell what respondents would stumble over, the worst first. Change nothing.`,
  },
  {
    name: 'change-survey',
    about: 'Change a survey step by step',
    takes,
    text: (survey) =>
      `I want to change survey ${survey}. View it, ask me what to change, plan it with survey_plan and show me the plan in plain words. Apply it when I say so; publish only when I ask.`,
  },
  {
    name: 'report-answers',
    about: 'Sum up what respondents said',
    takes,
    text: (survey) =>
      `Sum up the answers of survey ${survey} with answer_stats: how many there are, what stands out, where people leave (funnel). Read single answers only where counts raise a question.`,
  },
]
