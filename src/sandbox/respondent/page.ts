/** HTML documents: the survey with all its screens, and the frame around everything else. */
import { questionOf, type AnswerValues, type Language, type Question } from '../../model/survey.ts'
import { askedBy, isAnswerable } from '../../model/question/index.ts'
import { isSingle, readsOf } from './fields/index.ts'
import { finalScreenOf, restartForm, type End } from './ends.ts'
import { bootTexts, type Boot, type EndState, type FormBoot, type QuestionBoot } from './boot.ts'
import type { EmbedEvent } from './embed.ts'
import { hiddenFields } from './gate.ts'
import { html, jsonScript, raw, safeUrl, type Html } from '../pages/html.ts'
import { screenOf } from './screen.ts'
import { pageScript } from '../pages/script.ts'
import { style, themeStyle } from './style.ts'
import { isResumed, secondsLeft, type Visit } from './visit.ts'

/** What was entered so far, and what is wrong with it. */
interface FormState {
  values: AnswerValues
  problems: Readonly<Record<string, string>>
}

interface Document {
  body: Html
  boot: Omit<Boot, 'survey' | 'preview' | 'base'>
  nonce: string
  redirect?: string | undefined
}

function documentOf(visit: Visit, { body, boot, nonce, redirect }: Document): Html {
  const { survey, preview, base, say, lang } = visit
  const { settings } = survey.version
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${settings.info_title || survey.name}</title>
        ${settings.description && html`<meta name="description" content="${settings.description}" />`}
        ${preview && html`<meta name="robots" content="noindex" />`}
        ${redirect && html`<noscript><meta http-equiv="refresh" content="5;url=${redirect}" /></noscript>`}
        <style>
          ${raw(style + themeStyle(survey.version.theme))}
        </style>
        ${settings.scripts_in_head_enabled && raw(settings.scripts_in_head ?? '')}
      </head>
      <body>
        ${preview && html`<p class="ribbon">${say('preview')}</p>`}
        <header class="top">
          ${logoOf(visit)}
          <h1 class="unseen">${settings.info_title || survey.name}</h1>
        </header>
        <main id="main">${body}</main>
        <footer class="bottom">${settings.show_copyright !== false && survey.branding.show_copyright && say('copyright')}</footer>
        ${jsonScript('boot', { ...boot, survey: survey.virtual_id, preview, base } satisfies Boot)}
        <script nonce="${nonce}">
          ${raw(pageScript('respondent'))}
        </script>
        ${settings.scripts_in_body_enabled && raw(settings.scripts_in_body ?? '')}
      </body>
    </html>`
}

function logoOf({ survey: { branding } }: Visit): Html | undefined {
  const address = safeUrl(branding.logo_url)
  return address === undefined ? undefined : html`<img class="logo" src="${address}" alt="" />`
}

export function surveyPage(visit: Visit, nonce: string, { values, problems }: FormState, events: EmbedEvent[] = []): Html {
  const {
    survey: { version, version_id },
    base,
    say,
    token,
  } = visit
  const { settings } = version
  const resumed = isResumed(visit)
  const hasProblems = Object.keys(problems).length > 0
  let number = 0
  const screens = questionsOf(visit).map(([id, question]) =>
    screenOf(visit, id, question, {
      number: isAnswerable(question) ? ++number : undefined,
      value: values[id],
      problem: problems[id],
    }),
  )
  const body = html` ${resumed && !visit.preview && html`<div class="resumed"><span>${say('resumed')}</span>${settings.allow_restart_progress && restartForm(visit, say('btn_restart'))}</div>`}
    ${settings.show_progressbar !== false && html`<div class="progress" role="progressbar" aria-label="${say('progress')}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"><div></div></div>`}
    <p class="timer whole" role="timer" hidden></p>
    <form
      id="survey"
      ${settings.show_by_one !== false && html` class="one"`}
      method="post"
      action="${base}/submit"
      enctype="multipart/form-data"
      novalidate
    >
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="version" value="${version_id ?? ''}" />${hiddenFields(visit)}
      <p class="alert" id="alert" role="alert">${hasProblems && say('check_answers')}</p>
      ${screens}
      <div class="buttons">
        <button type="button" class="plain" id="back" hidden>${say('btn_back')}</button
        ><button class="primary" id="next">${submitLabel(visit)}</button>
      </div>
    </form>`
  return documentOf(visit, {
    body,
    nonce,
    boot: { state: 'survey', events: resumed ? ['survey.resumed', ...events] : events, form: formBoot(visit, resumed) },
  })
}

function formBoot(visit: Visit, resumed: boolean): FormBoot {
  const {
    survey: { version },
    ids,
    rules,
    say,
  } = visit
  const { settings } = version
  return {
    ids,
    rules,
    resumed,
    questions: Object.fromEntries(questionsOf(visit).map(([id, question]) => [id, questionBoot(visit, question)])),
    started: visit.answer !== undefined,
    seconds: secondsLeft(visit),
    oneByOne: settings.show_by_one !== false,
    showNavigate: settings.show_navigate !== false,
    noBack: settings.block_jump_to_prev_widget === true,
    enter: settings.auto_move_by_enter !== false,
    numeration: settings.numeration === true,
    // `Object.fromEntries` doesn't know that no name is left out.
    texts: Object.fromEntries(bootTexts.map((code) => [code, say(code)])) as FormBoot['texts'],
  }
}

const questionsOf = ({ survey: { version }, ids }: Visit): [string, Question][] =>
  ids.flatMap((id): [string, Question][] => {
    const question = questionOf(version, id)
    return question ? [[id, question]] : []
  })

function questionBoot({ say }: Visit, question: Question): QuestionBoot {
  const label =
    question.type === 'welcome'
      ? question.welcomeLabel || say('btn_start')
      : question.type === 'message'
        ? question.messageLabel
        : undefined
  return {
    type: question.type,
    reads: readsOf(question),
    asks: isAnswerable(question),
    ...(label && { label }),
    ...(question.filling_time_enabled && question.filling_time_seconds && { seconds: question.filling_time_seconds }),
    ...(isSingle(question) && { single: true }),
    ...(askedBy(question).movesOn && { movesOn: true }),
  }
}

const submitLabel = (visit: Visit): string => finalScreenOf(visit)?.submitLabel || visit.say('btn_submit')

/** The event that each end emits. */
const endEvents: Record<EndState, EmbedEvent> = {
  completed: 'survey.completed',
  screened_out: 'survey.screened_out',
  payment: 'survey.payment_required',
  closed: 'survey.unavailable',
}

export const endPage = (visit: Visit, nonce: string, { state, body, redirect }: End): Html =>
  documentOf(visit, { body, nonce, redirect, boot: { state, events: [endEvents[state]], ...(redirect && { redirect }) } })

export const gatePage = (visit: Visit, nonce: string, body: Html): Html =>
  documentOf(visit, { body, nonce, boot: { state: 'gate', events: ['survey.auth_required'] } })

/** The page for addresses of no survey, in each language. */
export const notFoundPage = (messages: readonly { lang: Language; text: string }[]): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${messages[0]?.text}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main id="main">
          <section class="card end">${messages.map(({ lang, text }) => html`<h2 lang="${lang}">${text}</h2>`)}</section>
        </main>
      </body>
    </html>`
