/** The page around whatever it shows: requests to the server, the end, and what the host hears of it. */
import type { Boot, EndReply, EndState, PageState, Replies } from '../boot.ts'
import type { EmbedEvent } from '../embed.ts'
import { createEmbed, type Embed } from './embed.ts'
import { need } from './dom.ts'
import { after, stopTimers } from './timers.ts'

/** The survey that is being answered, as far as the page needs to know it. */
export interface Running {
  readonly current: string | undefined
  progress: () => number
  save: () => Promise<unknown>
}

const endEvents: Readonly<Record<EndReply['state'], EmbedEvent>> = {
  completed: 'survey.completed',
  screened_out: 'survey.screened_out',
  payment: 'survey.payment_required',
  closed: 'survey.unavailable',
  gate: 'survey.auth_required',
}
const outcomes: readonly PageState[] = ['completed', 'screened_out'] satisfies EndState[]
/** In these the respondent still has something to do here: the host can't show them in the page's place. */
const unfinished: readonly PageState[] = ['survey', 'gate', 'payment']

export class Page {
  readonly boot: Boot
  readonly embed: Embed
  readonly #main = need(document, '#main')
  running: Running | undefined
  state: PageState
  #events: readonly EmbedEvent[]
  #queue: Promise<unknown> = Promise.resolve()

  constructor(boot: Boot) {
    this.boot = boot
    this.state = boot.state
    this.#events = boot.events
    this.embed = createEmbed(
      { survey: boot.survey, preview: boot.preview },
      {
        state: () => ({ state: this.state, ...this.#position() }),
        outcome: () => ({ state: this.state, outcome: this.#outcome(), progress: this.#progress() }),
        greeted: () => this.#greeted(),
        close: () => void this.#close(),
        reset: () => void this.#reset(),
      },
    )
  }

  /** Sends one request after another, so that an older save never overtakes a newer one; `null` when the network fails. */
  post<Action extends keyof Replies>(action: Action, body: FormData | [string, string][]): Promise<Replies[Action] | null> {
    const send = async (): Promise<Replies[Action] | null> => {
      try {
        const answer = await fetch(`${this.boot.base}/${action}`, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: body instanceof FormData ? body : new URLSearchParams(body),
        })
        return await answer.json()
      } catch {
        return null
      }
    }
    const sent = this.#queue.then(send)
    this.#queue = sent
    return sent
  }

  ended(reply: EndReply): void {
    stopTimers()
    this.state = reply.state
    this.#events = [endEvents[reply.state]]
    this.#main.innerHTML = reply.html
    this.embed.emit(endEvents[reply.state])
    if (this.#isLeftToHost()) {
      this.#main.hidden = true
      return
    }
    this.#main.querySelector('h2')?.focus()
    window.scrollTo(0, 0)
    this.arrive(reply.redirect)
  }

  /** Prepares an end that is shown: its form where something is to be paid, and the redirect after a few seconds. */
  arrive(redirect: string | undefined): void {
    const pay = this.#main.querySelector<HTMLFormElement>('form[data-async]')
    pay?.addEventListener('submit', async (event) => {
      event.preventDefault()
      const reply = await this.post('pay', new FormData(pay))
      if (!reply || !('state' in reply)) return this.embed.emit('survey.error', { code: reply ? 'invalid' : 'network' })
      if (reply.accepted) this.embed.emit('survey.paid')
      this.ended(reply)
    })
    if (redirect !== undefined)
      after(5000, () => {
        if (!this.embed.endsAtHost()) location.assign(redirect)
      })
  }

  #progress = (): number => (this.state === 'completed' ? 100 : (this.running?.progress() ?? 0))
  #position = () => ({ screen: this.running?.current ?? null, progress: this.#progress() })
  #outcome = (): PageState | null => (outcomes.includes(this.state) ? this.state : null)
  #isLeftToHost = (): boolean => this.embed.endsAtHost() && !unfinished.includes(this.state)

  #greeted(): void {
    for (const event of this.#events) this.embed.emit(event, event === 'survey.resumed' ? this.#position() : {})
    if (this.#isLeftToHost()) this.#main.hidden = true
  }

  async #close(): Promise<void> {
    const outcome = this.#outcome()
    if (this.state === 'survey') await this.running?.save()
    stopTimers()
    this.state = 'closed'
    this.#main.hidden = true
    this.embed.emit('survey.closed', { outcome })
  }

  async #reset(): Promise<void> {
    const reply = await this.post('restart', [])
    if (reply?.restarted) location.replace(this.boot.base)
    else this.embed.emit('survey.error', { code: reply ? 'reset_refused' : 'network' })
  }
}
