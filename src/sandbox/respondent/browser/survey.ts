/** The survey that is being answered: its way (the screens that the logic reaches), moving, saving and sending. */
import { isBlank, walk, type Walk } from '../../../model/walk.ts'
import type { FormBoot, Problems, Replies } from '../boot.ts'
import { Answers } from './answers.ts'
import { need } from './dom.ts'
import type { Page, Running } from './page.ts'
import { alertUser, focusField, hasProblem, section, showProblem } from './problems.ts'
import { takeOrder } from './ranking.ts'
import { countDown } from './timers.ts'

export class Survey extends Answers implements Running {
  readonly #page: Page
  readonly #back = need<HTMLButtonElement>(document, '#back')
  readonly #next = need<HTMLButtonElement>(document, '#next')
  readonly #sendLabel = this.#next.textContent
  readonly #expired = new Set<string>()
  /** The screen that is shown, where they are shown one at a time. */
  current: string | undefined
  #way: Walk = { path: [], end: 'submit' }
  #started: boolean
  #busy = false
  #pending: ReturnType<typeof setTimeout> | undefined
  #isWholeTimerStarted = false
  #stopScreenTimer: (() => void) | undefined

  constructor(page: Page, form: HTMLFormElement, boot: FormBoot) {
    super(form, boot)
    this.#page = page
    this.#started = boot.started
  }

  begin(): void {
    const { ids, oneByOne, resumed, seconds, started } = this.boot
    const given = this.values()
    this.follow()
    const lastGiven = resumed ? this.#path.findLastIndex((id) => this.#asks(id) && !isBlank(given[id])) : -1
    const first = this.#path[Math.min(lastGiven + 1, this.#path.length - 1)]
    if (oneByOne && first !== undefined) this.show(first, { quiet: true })
    const [opening] = ids
    const isAtStart = !started && oneByOne && (opening === undefined || this.question(opening).type === 'welcome')
    // The time doesn't run on a start screen; on the server it runs from the first save.
    if (!isAtStart) this.#startWholeTimer(seconds)
    if (seconds !== null && !started && this.#isWholeTimerStarted) void this.save()
  }

  progress(): number {
    const path = this.#path
    if (path.length === 0) return 0
    if (this.boot.oneByOne) return Math.round((100 * path.indexOf(this.current ?? '')) / path.length)
    const [given, asked] = [this.values(), path.filter(this.#asks)]
    return asked.length === 0 ? 0 : Math.round((100 * asked.filter((id) => !isBlank(given[id])).length) / asked.length)
  }

  isLast(id: string): boolean {
    return this.#path.at(-1) === id
  }

  /** Applies the logic to the present answers; screens that it doesn't reach are hidden. */
  follow(): void {
    const { ids, rules, oneByOne, numeration } = this.boot
    this.#way = walk(ids, rules, this.values())
    for (const id of ids) section(id).hidden = oneByOne ? id !== this.current : !this.#path.includes(id)
    if (numeration)
      this.#path.filter(this.#asks).forEach((id, index) => {
        const at = section(id).querySelector('.number')
        if (at) at.textContent = String(index + 1)
      })
    const bar = document.querySelector('.progress')
    if (!bar) return
    bar.setAttribute('aria-valuenow', String(this.progress()))
    need(bar, 'div').style.width = `${this.progress()}%`
  }

  /** `quiet`: focus and scrolling stay as they are. */
  show(id: string, { quiet = false } = {}): void {
    this.current = id
    this.follow()
    const { noBack, showNavigate, texts } = this.boot
    const { label, single, type } = this.question(id)
    const [index, isLast] = [this.#path.indexOf(id), this.isLast(id)]
    this.#back.hidden = index === 0 || noBack || !showNavigate
    this.#next.textContent = label || (isLast && this.#way.end === 'submit' ? this.#sendLabel : texts.btn_next)
    this.#next.classList.toggle('unseen', !showNavigate && single === true && !isLast)
    this.#startScreenTimer(id)
    if (!quiet) {
      need(section(id), 'h2').focus()
      window.scrollTo(0, 0)
    }
    this.#emit('survey.screen', { screen: id, type, index, total: this.#path.length, progress: this.progress() })
  }

  async forward(expired = false): Promise<void> {
    const id = this.current
    if (this.#busy || id === undefined) return
    this.#busy = true
    try {
      this.#settle(id, expired)
      this.begun()
      const reply = await this.save([['screen', id], ...(expired ? [['expired', '1'] satisfies [string, string]] : [])])
      if (!reply) return
      const problem = reply.problems[id]
      this.#showProblems(problem === undefined ? {} : { [id]: problem })
      if (problem !== undefined) {
        this.#emit('survey.error', { code: 'invalid' })
        return focusField(id)
      }
      this.follow()
      const following = this.#path[this.#path.indexOf(id) + 1]
      if (following === undefined) await this.send()
      else this.show(following)
    } finally {
      this.#busy = false
    }
  }

  backward(): void {
    const before = this.current === undefined ? undefined : this.#path[this.#path.indexOf(this.current) - 1]
    if (before !== undefined && !this.boot.noBack) this.show(before)
  }

  async send(): Promise<void> {
    const { oneByOne, texts } = this.boot
    if (!oneByOne) for (const id of this.#path) this.#settle(id)
    this.#stopPending()
    this.begun()
    this.#next.disabled = true
    const reply = await this.#page.post('submit', this.entries())
    this.#next.disabled = false
    if (!reply) {
      alertUser(texts.not_saved)
      return this.#emit('survey.error', { code: 'network' })
    }
    if ('state' in reply) {
      if (reply.accepted) this.#emit('survey.submitted')
      return this.#page.ended(reply)
    }
    this.#showProblems(reply.problems)
    alertUser(texts.check_answers)
    this.#emit('survey.error', { code: 'invalid' })
    const first = this.#path.find((id) => Object.hasOwn(reply.problems, id))
    if (first === undefined) return
    if (oneByOne) this.show(first)
    focusField(first)
  }

  /** Stores the answers so far; `undefined` when no reply came, or one that ended the survey. */
  async save(more: [string, string][] = []): Promise<Exclude<Replies['save'], { state: unknown }> | undefined> {
    this.#stopPending()
    const reply = await this.#page.post('save', [...this.entries(), ...more])
    alertUser(reply ? '' : this.boot.texts.not_saved)
    if (!reply) this.#emit('survey.error', { code: 'network' })
    else if ('state' in reply) this.#page.ended(reply)
    else {
      this.#startWholeTimer(reply.seconds)
      return reply
    }
    return undefined
  }

  saveSoon(): void {
    this.#stopPending()
    if (!this.#page.boot.preview) this.#pending = setTimeout(() => void this.save(), 500)
  }

  /** Saves pending changes while the page is being left, when no response can be awaited. */
  saveOnLeaving(): void {
    if (this.#page.state === 'survey' && this.#pending !== undefined && !this.#page.boot.preview)
      navigator.sendBeacon(`${this.#page.boot.base}/save`, new URLSearchParams(this.entries()))
  }

  upload(question: string, file: File): Promise<Replies['file'] | null> {
    const body = new FormData()
    const namesAnswer = ([name]: [string, string]): boolean => ['token', 'version'].includes(name) || name.startsWith('hidden.')
    for (const [name, value] of this.entries().filter(namesAnswer)) body.append(name, value)
    body.append('question', question)
    body.append('file', file)
    return this.#page.post('file', body)
  }

  /** The respondent has left the start screen, or answered something. */
  begun(): void {
    if (!this.#started) this.#emit('survey.started')
    this.#started = true
  }

  /** After a change of an answer: its problem is hidden unless it is blank now, and checked again on moving on. */
  forgetProblem(id: string): void {
    if (!hasProblem(id) || !this.isAnswered(id)) return
    showProblem(id, '')
    if (!this.boot.ids.some(hasProblem)) alertUser('')
  }

  get #path(): string[] {
    return this.#way.path
  }
  #asks = (id: string): boolean => this.question(id).asks
  #emit: Page['embed']['emit'] = (event, data) => this.#page.embed.emit(event, data)

  #showProblems(problems: Problems): void {
    for (const id of this.boot.ids) showProblem(id, problems[id] ?? '')
  }

  /** Leaving a required ranking unchanged answers it with the order shown. */
  #settle(id: string, expired = false): void {
    const ranking = section(id).querySelector<HTMLFieldSetElement>('.ranking')
    if (ranking && !expired && section(id).querySelector('.star') && !ranking.disabled) takeOrder(ranking)
  }

  #stopPending(): void {
    clearTimeout(this.#pending)
    this.#pending = undefined
  }

  #startWholeTimer(seconds: number | null): void {
    if (this.#isWholeTimerStarted || seconds === null || this.#page.state !== 'survey') return
    this.#isWholeTimerStarted = true
    countDown(need(document, '.timer.whole'), this.boot.texts.time_left, seconds, () => void this.save())
  }

  #startScreenTimer(id: string): void {
    this.#stopScreenTimer?.()
    this.#stopScreenTimer = undefined
    const { seconds } = this.question(id)
    if (!seconds || !this.boot.oneByOne || this.#expired.has(id)) return
    this.#stopScreenTimer = countDown(need(section(id), '.timer'), this.boot.texts.time_left, seconds, () => {
      this.#expired.add(id)
      for (const part of section(id).querySelectorAll<HTMLElement>('fieldset,input,select,textarea')) part.inert = true
      void this.forward(true)
    })
  }
}
