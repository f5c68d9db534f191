/** What a page of the console is, and what it works with. */
import type { Service } from '../engine/handler.ts'
import type { Traffic } from '../engine/traffic.ts'
import type { Html } from '../respondent/html.ts'

export interface ConsoleParts {
  service: Service
  /** Runs once no write is half done. */
  read: <T>(work: () => T) => Promise<T>
  traffic: Traffic
  /** What the `sandbox` commands ask, by their names; a ControlError tells what is wrong. */
  ask: (action: string, input?: Readonly<Record<string, unknown>>) => unknown
}

/** How a page is looked at. */
export interface Look {
  query: URLSearchParams
  /** What forms carry, so that only this console's own are taken. */
  proof: string
  /** A form that was refused, with what is wrong with it. */
  refused?: { form: URLSearchParams; problems: readonly string[] }
}

export interface ConsolePage {
  title: string
  body: (parts: ConsoleParts, look: Look) => Html
  /** Items that come and change while one looks: those of the page's `data-live`. */
  live?: (parts: ConsoleParts, query: URLSearchParams) => Html
  /** Does what a form of the page says; the line that tells so is one of `told`. */
  act?: (parts: ConsoleParts, form: URLSearchParams) => Promise<Told>
}

export const told = {
  'fault-added': 'The fault is in place.',
  'faults-cleared': 'All faults are cleared.',
  'plan-saved': 'The plan is changed.',
} as const
export type Told = keyof typeof told
