/**
 * The page's script, which works on the form. It has the logic that the server uses. Without the script the whole survey is one
 * form that is submitted at once.
 */
import type { Boot } from '../boot.ts'
import { enhanceSlider, fitFrame } from './controls.ts'
import { need } from './dom.ts'
import { enhanceFiles } from './files.ts'
import { Page } from './page.ts'
import { showProblem } from './problems.ts'
import { enhanceRanking } from './ranking.ts'
import { Survey } from './survey.ts'

const screenOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined

function enhance(survey: Survey): void {
  const { form, boot } = survey
  const upload = { texts: boot.texts, send: survey.upload.bind(survey), problem: showProblem }
  form.querySelectorAll('.slider').forEach(enhanceSlider)
  form.querySelectorAll<HTMLFieldSetElement>('.ranking').forEach((list) => enhanceRanking(list, boot.texts))
  form.querySelectorAll('.files').forEach((field) => enhanceFiles(field, screenOf(field) ?? '', upload))
  form.querySelectorAll<HTMLIFrameElement>('iframe.content').forEach(fitFrame)
}

function listen(page: Page, survey: Survey): void {
  const { form, boot } = survey
  /** Whether the latest input came from a pointer. */
  let isPointer = false

  /** Whether choosing an option by pointer moves on: always when there are no buttons; with them where the type does (`movesOn`), but never to submit. */
  const movesOnFrom = (id: string): boolean => {
    const { single, movesOn } = survey.question(id)
    if (!boot.oneByOne || !isPointer || id !== survey.current || !single) return false
    return !boot.showNavigate || (movesOn === true && !survey.isLast(id))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void (boot.oneByOne ? survey.forward() : survey.send())
  })
  form.addEventListener('change', ({ target }) => {
    const id = screenOf(target)
    if (id === undefined || (target instanceof HTMLInputElement && target.type === 'file')) return
    survey.begun()
    survey.follow()
    survey.forgetProblem(id)
    if (survey.isAnswered(id)) page.embed.emit('survey.answered', { screen: id, type: survey.question(id).type })
    survey.saveSoon()
    if (movesOnFrom(id)) void survey.forward()
  })
  form.addEventListener('input', ({ target }) => {
    const id = screenOf(target)
    if (id !== undefined) survey.forgetProblem(id)
  })
  form.addEventListener('pointerdown', () => {
    isPointer = true
  })
  form.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') isPointer = false
  })
  document.addEventListener('keydown', (event) => onKey(event, survey))
  need(document, '#back').addEventListener('click', () => survey.backward())
  window.addEventListener('pagehide', () => survey.saveOnLeaving())
}

/** Enter in a field sends no form; where it may, it moves on. */
function onKey(event: KeyboardEvent, survey: Survey): void {
  const { target, key, isComposing } = event
  if (key !== 'Enter' || isComposing || !(target instanceof Element)) return
  const { enter, oneByOne } = survey.boot
  const movesOn = enter && oneByOne
  const isElsewhere = !target.closest('input,select,textarea,button,a,video,audio')
  if (!movesOn && target.matches('input,select')) event.preventDefault()
  else if (movesOn && (isElsewhere || target.matches('select,[type=radio],[type=checkbox]'))) {
    event.preventDefault()
    void survey.forward()
  }
}

document.documentElement.classList.add('js')
const boot: Boot = JSON.parse(need(document, '#boot').textContent)
const page = new Page(boot)
const form = document.querySelector<HTMLFormElement>('#survey')
if (form && boot.form) {
  const survey = new Survey(page, form, boot.form)
  page.running = survey
  enhance(survey)
  listen(page, survey)
  survey.begin()
} else page.arrive(boot.redirect)
