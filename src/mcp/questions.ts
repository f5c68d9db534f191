/** What a person is asked before something leaves the draft: made here of ids, numbers and names, never of the assistant's text. */
import { domainToASCII } from 'node:url'
import { CommandError } from '../errors.ts'
import { cutUnits } from '../text/cut.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { visibly } from './fence.ts'
import type { Allowable } from './options.ts'

export interface ToolQuestion {
  text: string
  /** What a yes is for: the state that it was asked of. */
  about: string
  /** What allows it without a question; `undefined`: it is asked always. */
  allowed: Allowable | undefined
  /** Whether it reaches respondents or others: asked all the same once strangers' text was shown. */
  reachesOthers: boolean
  /** For the person, where the client can't ask. */
  line: string
}

/** Thrown where a person has to answer first; the call begins anew with the answer. */
export class AnswerNeeded extends Error {
  readonly question: ToolQuestion
  /** Of a protected profile: its name is typed. */
  readonly typed: string | undefined

  constructor(question: ToolQuestion, typed: string | undefined) {
    super(question.text)
    this.question = question
    this.typed = typed
  }
}

const longest = 80

/** A name in a question: one line, short, without quotes that end it. */
export const named = (name: unknown): string => {
  const text = visibly(withoutSecrets(String(name ?? '')))
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', "'")
  return `"${cutUnits(text, longest, '…')}"`
}

/** Where something goes: of an address its host, of an e-mail its domain, as ASCII. */
export function placeIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const host = URL.parse(value)?.hostname ?? /^[^\s@]+@([^\s@]+)$/.exec(value)?.[1]
  return host === undefined || host === '' ? undefined : domainToASCII(host) || host.replaceAll(/[^\x21-\x7e]/g, '?')
}

export const declined = (): CommandError =>
  new CommandError('refused', 'Declined by the person: nothing was sent', { code: 'declined', hint: 'Do not ask again unless they say so' })
