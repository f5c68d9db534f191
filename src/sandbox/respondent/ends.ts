/** What is shown when there is nothing to answer, or nothing more. The script puts the same HTML into the page. */
import type { EndState } from './boot.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { questionOf, type QuestionOf } from '../../model/survey.ts'
import type { TextCode } from './standard-texts.ts'
import { totalScore } from '../../model/question/index.ts'
import { html, rich, safeUrl, type Html } from '../pages/html.ts'
import type { Visit } from './visit.ts'

export interface End {
  state: EndState
  body: Html
  status: number
  redirect?: string
}

const card = (heading: string | Html, ...parts: (Html | false | undefined)[]): Html =>
  html`<section class="card end">
    <h2 tabindex="-1">${heading}</h2>
    ${parts}
  </section>`

export function completed(visit: Visit, answer: Pick<AnswerRecord, 'score' | 'promo_code'>): End {
  const {
    say,
    survey: { version, admission },
    preview,
  } = visit
  const submit = finalScreenOf(visit)
  const redirect = safeUrl(submit?.submitRedirectUrl)
  const body = card(
    submit?.submitThanksTitle ? rich(submit.submitThanksTitle) : say('thanks'),
    submit?.submitThanksText ? html`<div class="about">${rich(submit.submitThanksText)}</div>` : undefined,
    answer.score !== null && html`<p class="score">${say('score', { n: answer.score })}</p>`,
    answer.promo_code !== null && html`<p class="promo">${say('promo_code')}<strong>${answer.promo_code}</strong></p>`,
    redirect !== undefined && html`<p><a class="primary" href="${redirect}" rel="noreferrer">${say('redirect')}</a></p>`,
    !preview && admission.allow_multiple_answer !== false && redirect === undefined && restartForm(visit, say('again')),
  )
  return { state: 'completed', body, status: 200, ...(redirect && !version.settings.disable_auto_redirect && { redirect }) }
}

export const screenedOut = ({ say }: Visit, message: string | undefined): End => ({
  state: 'screened_out',
  body: card(message || say('screened_out')),
  status: 200,
})

/** The survey isn't open to this respondent, or no longer. */
export const closed = ({ say }: Visit, code: TextCode): End => ({ state: 'closed', body: card(say(code)), status: 403 })

export function payment(visit: Visit, answer: AnswerRecord): End {
  const { say, base, token } = visit
  return {
    state: 'payment',
    status: 200,
    body: html`<form class="card end" method="post" action="${base}/pay" data-async>
      <h2 tabindex="-1">${say('pay_title')}</h2>
      <p class="about">${say('pay_text', { amount: amountOf(visit, answer) })}</p>
      <input type="hidden" name="token" value="${token}" />
      <div class="buttons"><button class="primary">${say('btn_pay')}</button></div>
    </form>`,
  }
}

/** What this answer costs; 0 means that no payment is asked for. */
export function amountOf({ survey: { payment: price, version } }: Visit, answer: AnswerRecord): number {
  if (!price) return 0
  if (price.type === 'fixed') return price.amount
  // Points cost something even where the survey doesn't count them for the respondent.
  return totalScore({ ...version, settings: { ...version.settings, scoring_switcher: true } }, answer.values) ?? 0
}

export const restartForm = ({ base }: Visit, label: string): Html =>
  html`<form class="restart" method="post" action="${base}/restart"><button class="plain">${label}</button></form>`

/** The final screen, where the survey has one. */
export const finalScreenOf = ({ survey: { version } }: Pick<Visit, 'survey'>): QuestionOf<'submit'> | undefined =>
  version.widgets.ids.map((id) => questionOf(version, id)).find((question): question is QuestionOf<'submit'> => question?.type === 'submit')
