/** What is posted to a survey's page: by its forms, which are answered with a page, or by its script, which asks for JSON. */
import { answerLimit, hasEnded, refusalOf } from './admission.ts'
import { amountOf, closed, completed, payment, screenedOut, type End } from './ends.ts'
import { fieldOf, type Form } from './form.ts'
import { hiddenValues, type Gate } from './gate.ts'
import { endPage, gatePage, surveyPage } from './page.ts'
import { cookieOf, endJson, json, page, seeOther } from './reply.ts'
import { sessionCookie } from './session.ts'
import type { AnswerRecord } from '../store/entities.ts'
import type { AnswerValues, Question } from '../../model/survey.ts'
import { totalScore } from '../../model/question/index.ts'
import { judge, keepUpload, onTheWay, progressOf, type Progress } from './submission.ts'
import { renewed, secondsLeft, type Visit } from './visit.ts'

export interface Asked {
  visit: Visit
  form: Form
  gate: Gate
  wantsJson: boolean
}

/** Seconds that an answer may be late: the way to the server takes time too. */
const grace = 5

/** Below the survey's address, each by POST. */
export const actions = { enter, save, submit, file, pay, restart } satisfies Record<string, (asked: Asked) => Promise<Response>>

/** Past the password and the like: the answer begins, and its token is the pass from then on. */
async function enter({ visit: asked, form, gate }: Asked): Promise<Response> {
  const visit = hasEnded(asked.answer) ? renewed(asked) : asked
  if (!gate.isNeeded(visit)) return seeOther(visit.base)
  const refusal = await refusalOf(visit.store, visit.survey, asked)
  if (refusal) return page(visit, 403, (nonce) => endPage(visit, nonce, closed(visit, refusal)))
  const problems = await gate.problems(visit, form)
  if (Object.keys(problems).length > 0) return page(visit, 403, (nonce) => gatePage(visit, nonce, gate.page(visit, problems)))
  const begun = await begin(visit, form, {})
  return page(begun, 200, (nonce) => surveyPage(begun, nonce, { values: {}, problems: {} }, ['survey.authorized']), cookieOf(begun))
}

/** Keeps what was given so far; with `screen`, also says whether that screen can be left. */
async function save(asked: Asked): Promise<Response> {
  const { visit, form } = asked
  const obstacle = await obstacleTo(asked)
  if (obstacle) return obstacle
  const screen = fieldOf(form, 'screen')
  const expired = fieldOf(form, 'expired') === '1'
  const { values, problems } = await progressOf(visit, form, (id) => expired && id === screen)
  const kept = visit.preview ? visit : await keep(visit, form, values)
  const seconds = secondsLeft(kept)
  if (!visit.preview && seconds !== null && seconds <= 0) return endJson(closed(visit, 'time_is_up'))
  return json({ problems: screen in problems ? { [screen]: problems[screen] } : {}, seconds }, 200, cookieOf(kept))
}

const isTimed = (_id: string, question: Question): boolean => question.filling_time_enabled === true

async function submit(asked: Asked): Promise<Response> {
  const { visit, form } = asked
  const obstacle = await obstacleTo(asked)
  if (obstacle) return obstacle
  const progress = await progressOf(visit, form, isTimed)
  if (Object.keys(progress.problems).length > 0) return again(asked, progress)
  if (visit.preview) return show(asked, previewEnd(visit, progress), true)
  const kept = await keep(visit, form, progress.values)
  if (progress.way.end === 'submit' && amountOf(kept, { ...kept.answer!, values: onTheWay(progress) }) > 0)
    return show({ ...asked, visit: kept }, payment(kept, kept.answer!), true)
  return finish({ ...asked, visit: kept }, progress)
}

/** A file of one question, ahead of the rest; it is part of the answer once a form names its id. */
async function file(asked: Asked): Promise<Response> {
  const { visit, form } = asked
  const obstacle = await obstacleTo(asked)
  if (obstacle) return obstacle
  const received = form.files.find(({ field }) => field === 'file')
  if (!received) return json({ problem: visit.say('invalid_answer') }, 422)
  const outcome = await keepUpload(visit, fieldOf(form, 'question'), received.file)
  return json(outcome, 'problem' in outcome ? 422 : 200)
}

/** The stand-in for a payment: it always goes through. */
async function pay(asked: Asked): Promise<Response> {
  const { visit } = asked
  const obstacle = await obstacleTo(asked)
  if (obstacle) return obstacle
  if (!visit.answer) return seeOther(visit.base)
  const progress = judge(visit, visit.answer.values, isTimed)
  return Object.keys(progress.problems).length > 0 ? again(asked, progress) : finish(asked, progress)
}

async function restart({ visit, wantsJson }: Asked): Promise<Response> {
  const { answer, survey, base, secure } = visit
  const restarted = !answer || hasEnded(answer) || survey.version.settings.allow_restart_progress === true
  const cookie = restarted ? sessionCookie(base, '', secure) : undefined
  return wantsJson ? json({ restarted }, 200, cookie) : seeOther(base, cookie)
}

/** Why nothing can be sent now: the survey isn't open, the answer has ended, the gate was passed by, time is over. */
async function obstacleTo(asked: Asked): Promise<Response | undefined> {
  const { visit, gate, wantsJson } = asked
  if (visit.preview) return undefined
  if (visit.answer && hasEnded(visit.answer)) return show(asked, endOf(visit, visit.answer))
  const refusal = await refusalOf(visit.store, visit.survey, visit)
  if (refusal) return show(asked, closed(visit, refusal))
  if (gate.isNeeded(visit)) {
    const body = gate.page(visit)
    return wantsJson ? endJson({ state: 'gate', body, status: 403 }) : page(visit, 403, (nonce) => gatePage(visit, nonce, body))
  }
  const seconds = secondsLeft(visit)
  return seconds !== null && seconds < -grace ? show(asked, closed(visit, 'time_is_up')) : undefined
}

async function begin(visit: Visit, form: Form, values: AnswerValues): Promise<Visit> {
  const { store, survey, token, ip, userAgent, device } = visit
  const hidden = hiddenValues(visit, (name) => fieldOf(form, `hidden.${name}`))
  const answer = await store.begin(survey.id, {
    token,
    version_id: survey.version_id,
    ip_address: ip,
    user_agent: userAgent,
    device,
    hidden,
    values,
  })
  return { ...visit, answer }
}

const keep = async (visit: Visit, form: Form, values: AnswerValues): Promise<Visit> =>
  visit.answer ? { ...visit, answer: await visit.store.save(visit.answer.id, values) } : begin(visit, form, values)

async function finish(asked: Asked, progress: Progress): Promise<Response> {
  const { visit } = asked
  const values = onTheWay(progress)
  const screenout = progress.way.end === 'screenout'
  const answer = await visit.store.finish(visit.answer!.id, {
    values,
    score: totalScore(visit.survey.version, values),
    screenout,
    limit: answerLimit(visit.survey),
  })
  if (!answer) return show(asked, closed(visit, 'closed'))
  return show(asked, screenout ? screenedOut(visit, progress.way.message) : completed(visit, answer), true)
}

const endOf = (visit: Visit, answer: AnswerRecord): End =>
  answer.is_screenout ? screenedOut(visit, judge(visit, answer.values, isTimed).way.message) : completed(visit, answer)

const previewEnd = (visit: Visit, progress: Progress): End =>
  progress.way.end === 'screenout'
    ? screenedOut(visit, progress.way.message)
    : completed(visit, { score: totalScore(visit.survey.version, onTheWay(progress)), promo_code: null })

const show = ({ visit, wantsJson }: Asked, end: End, accepted = false): Response =>
  wantsJson ? endJson(end, accepted, cookieOf(visit)) : page(visit, end.status, (nonce) => endPage(visit, nonce, end), cookieOf(visit))

/** The form once more, with what is wrong. */
function again({ visit, form, wantsJson }: Asked, { given, problems }: Progress): Response {
  if (wantsJson) return json({ problems }, 422)
  const shown = {
    ...visit,
    query: new URLSearchParams(
      form.entries.filter(([name]) => name.startsWith('hidden.')).map(([name, value]) => [name.slice('hidden.'.length), value]),
    ),
  }
  return page(visit, 422, (nonce) => surveyPage(shown, nonce, { values: given, problems }))
}
