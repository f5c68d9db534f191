/** What the server and the page's script say to each other. */
import type { QuestionType } from '../../contract/surveys/question.ts'
import type { Rule } from '../../model/logic.ts'
import type { Reads } from './decode.ts'
import type { EmbedEvent } from './embed.ts'

export type PageState = 'survey' | 'gate' | 'payment' | 'completed' | 'screened_out' | 'closed'
export type EndState = Exclude<PageState, 'survey' | 'gate'>

/** What the script starts from, in the page as JSON. */
export interface Boot {
  state: PageState
  /** For the embedding host, sent once it has said `host.hello`. */
  events: EmbedEvent[]
  redirect?: string
  /** Virtual id of the survey. */
  survey: string
  preview: boolean
  /** Address of the page: its actions stand below it. */
  base: string
  /** Only in the state `survey`. */
  form?: FormBoot
}

export interface FormBoot {
  ids: readonly string[]
  rules: readonly Rule[]
  questions: Readonly<Record<string, QuestionBoot>>
  /** An answer that was started before is continued. */
  resumed: boolean
  started: boolean
  /** What is left for the whole survey; `null` without a time limit. */
  seconds: number | null
  oneByOne: boolean
  showNavigate: boolean
  noBack: boolean
  enter: boolean
  numeration: boolean
  texts: Readonly<Record<(typeof bootTexts)[number], string>>
}

export interface QuestionBoot {
  type: QuestionType
  reads: Reads
  /** It can be answered. */
  asks: boolean
  /** Its own label of the button that leads on. */
  label?: string
  seconds?: number
  /** One choice answers it, so that choosing may move on to the next screen. */
  single?: boolean
  /** Choosing moves on even where there are buttons, but never submits. */
  movesOn?: boolean
}

/** Texts of the script's own buttons and messages. */
export const bootTexts = [
  'btn_next',
  'not_saved',
  'check_answers',
  'time_left',
  'move_up',
  'move_down',
  'file_remove',
  'file_sending',
] as const

/** Messages by the screens that they are about. */
export type Problems = Readonly<Record<string, string>>

/** The survey has ended, or can't be answered: what is shown in place of the form from now on. */
export interface EndReply {
  state: Exclude<PageState, 'survey'>
  html: string
  /** Whether this very request brought it about. */
  accepted: boolean
  redirect?: string
}

/** What each action replies to the script. */
export interface Replies {
  save: EndReply | { problems: Problems; seconds: number | null }
  submit: EndReply | { problems: Problems }
  pay: EndReply | { problems: Problems }
  file: EndReply | { file: { id: string; name: string } } | { problem: string }
  restart: { restarted: boolean }
}
