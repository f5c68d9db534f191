/** POST requests to a survey's page: from its forms, which get a page in return, or from its script, which gets JSON. */
import { answerLimit, hasEnded, refusalOf } from './admission.ts'
import { amountOf, closed, completed, payment, screenedOut, type End } from './ends.ts'
import { fieldOf, type ReceivedForm } from '../pages/form.ts'
import { hiddenValues, type Gate } from './gate.ts'
import { endPage, gatePage, surveyPage } from './page.ts'
import { cookieOf, endJson, json, page, seeOther } from './reply.ts'
import { sessionCookie } from './session.ts'
import type { AnswerRecord } from '../store/entities.ts'
import type { AnswerValues, Question } from '../../model/survey.ts'
import { totalScore } from '../../model/question/index.ts'
import { evaluate, storeUpload, reachedValues, progressOf, type FormProgress } from './submission.ts'
import { renewed, secondsLeft, type Visit } from './visit.ts'

export interface Post {
  visit: Visit
  form: ReceivedForm
  gate: Gate
  wantsJson: boolean
}

/** Seconds that an answer may be late, for the time that the request takes. */
const grace = 5

/** By the last part of the address: `/s/{virtual_id}/save`. */
export const actions = { enter, save, submit, file, pay, restart } satisfies Record<string, (post: Post) => Response | Promise<Response>>

/** A visit whose answer has been started. */
type StartedVisit = Visit & { answer: AnswerRecord }

/** Checks the password and the like, and starts an answer: its token gives access from then on. */
async function enter({ visit: current, form, gate }: Post): Promise<Response> {
  const visit = hasEnded(current.answer) ? renewed(current) : current
  if (!gate.isNeeded(visit)) return seeOther(visit.base)
  const refusal = refusalOf(current)
  if (refusal) return page(visit, 403, (nonce) => endPage(visit, nonce, closed(visit, refusal)))
  const problems = gate.problems(visit, form)
  if (Object.keys(problems).length > 0) return page(visit, 403, (nonce) => gatePage(visit, nonce, gate.page(visit, problems)))
  const started = await storeValues(visit, form, {})
  return page(started, 200, (nonce) => surveyPage(started, nonce, { values: {}, problems: {} }, ['survey.authorized']), cookieOf(started))
}

/** Stores the answers so far; with `screen`, also reports what is wrong on that screen. */
async function save(post: Post): Promise<Response> {
  const { visit, form } = post
  const obstacle = obstacleTo(post)
  if (obstacle) return obstacle
  const screen = fieldOf(form, 'screen')
  const expired = fieldOf(form, 'expired') === '1'
  const { values, problems } = await progressOf(visit, form, (id) => expired && id === screen)
  const saved = visit.preview ? visit : await storeValues(visit, form, values)
  const seconds = secondsLeft(saved)
  if (!visit.preview && seconds !== null && seconds <= 0) return endJson(closed(visit, 'time_is_up'))
  const problem = problems[screen]
  return json({ problems: problem === undefined ? {} : { [screen]: problem }, seconds }, 200, cookieOf(saved))
}

const isTimed = (_id: string, question: Question): boolean => question.filling_time_enabled === true

async function submit(post: Post): Promise<Response> {
  const { visit, form } = post
  const obstacle = obstacleTo(post)
  if (obstacle) return obstacle
  const progress = await progressOf(visit, form, isTimed)
  if (Object.keys(progress.problems).length > 0) return showForm(post, progress)
  if (visit.preview) return showEnd(post, previewEnd(visit, progress), { accepted: true })
  const saved = await storeValues(visit, form, progress.values)
  if (hasEnded(saved.answer)) return showEnd({ ...post, visit: saved }, endOf(saved, saved.answer))
  if (progress.way.end === 'submit' && amountOf(saved, { ...saved.answer, values: reachedValues(progress) }) > 0)
    return showEnd({ ...post, visit: saved }, payment(saved, saved.answer), { accepted: true })
  return finish({ ...post, visit: saved }, progress)
}

/** Uploads a file for one question, ahead of the form; it becomes part of the answer when the form names its id. */
async function file(post: Post): Promise<Response> {
  const { visit, form } = post
  const obstacle = obstacleTo(post)
  if (obstacle) return obstacle
  const received = form.files.find(({ field }) => field === 'file')
  if (!received) return json({ problem: visit.say('invalid_answer') }, 422)
  const outcome = await storeUpload(visit, fieldOf(form, 'question'), received.file)
  return json(outcome, 'problem' in outcome ? 422 : 200)
}

/** The simulated payment, which always succeeds. */
async function pay(post: Post): Promise<Response> {
  const { visit } = post
  const obstacle = obstacleTo(post)
  if (obstacle) return obstacle
  const { answer } = visit
  if (!answer) return seeOther(visit.base)
  const progress = evaluate(visit, answer.values, isTimed)
  return Object.keys(progress.problems).length > 0 ? showForm(post, progress) : finish({ ...post, visit: { ...visit, answer } }, progress)
}

function restart({ visit, wantsJson }: Post): Response {
  const { answer, survey, base, secure } = visit
  const restarted = !answer || hasEnded(answer) || survey.version.settings.allow_restart_progress === true
  const cookie = restarted ? sessionCookie(base, '', secure) : undefined
  return wantsJson ? json({ restarted }, 200, cookie) : seeOther(base, cookie)
}

/** The response when nothing can be stored: the answer has ended, the survey isn't open, the gate wasn't passed, or time is up. */
function obstacleTo(post: Post): Response | undefined {
  const { visit, gate, wantsJson } = post
  if (visit.preview) return undefined
  if (visit.answer && hasEnded(visit.answer)) return showEnd(post, endOf(visit, visit.answer))
  const refusal = refusalOf(visit)
  if (refusal) return showEnd(post, closed(visit, refusal))
  if (gate.isNeeded(visit)) {
    const body = gate.page(visit)
    return wantsJson ? endJson({ state: 'gate', body, status: 403 }) : page(visit, 403, (nonce) => gatePage(visit, nonce, body))
  }
  const seconds = secondsLeft(visit)
  return seconds !== null && seconds < -grace ? showEnd(post, closed(visit, 'time_is_up')) : undefined
}

async function storeValues(visit: Visit, form: ReceivedForm, values: AnswerValues): Promise<StartedVisit> {
  const { store, survey, token, ip, userAgent, device } = visit
  const hidden = hiddenValues(visit, (name) => fieldOf(form, `hidden.${name}`))
  const answer = await store.save(survey.id, {
    token,
    version_id: survey.version_id,
    ip_address: ip,
    user_agent: userAgent,
    device,
    hidden,
    values,
  })
  return { ...visit, token: answer.token, answer }
}

async function finish(post: Post & { visit: StartedVisit }, progress: FormProgress): Promise<Response> {
  const { visit } = post
  const values = reachedValues(progress)
  const screenout = progress.way.end === 'screenout'
  const ended = await visit.store.finish(visit.answer.id, {
    values,
    score: totalScore(visit.survey.version, values),
    screenout,
    limit: answerLimit(visit.survey),
  })
  return ended ? showEnd(post, endOf(visit, ended.answer), ended) : showEnd(post, closed(visit, 'closed'))
}

const endOf = (visit: Visit, answer: AnswerRecord): End =>
  answer.is_screenout ? screenedOut(visit, evaluate(visit, answer.values, isTimed).way.message) : completed(visit, answer)

const previewEnd = (visit: Visit, progress: FormProgress): End =>
  progress.way.end === 'screenout'
    ? screenedOut(visit, progress.way.message)
    : completed(visit, { score: totalScore(visit.survey.version, reachedValues(progress)), promo_code: null })

/** `accepted`: this very request brought the end about. */
const showEnd = ({ visit, wantsJson }: Post, end: End, { accepted = false } = {}): Response =>
  wantsJson ? endJson(end, accepted, cookieOf(visit)) : page(visit, end.status, (nonce) => endPage(visit, nonce, end), cookieOf(visit))

/** Shows the form again, with what is wrong. */
function showForm({ visit, form, wantsJson }: Post, { given, problems }: FormProgress): Response {
  if (wantsJson) return json({ problems }, 422)
  const shown = {
    ...visit,
    query: new URLSearchParams(
      form.entries.filter(([name]) => name.startsWith('hidden.')).map(([name, value]) => [name.slice('hidden.'.length), value]),
    ),
  }
  return page(visit, 422, (nonce) => surveyPage(shown, nonce, { values: given, problems }))
}
