/** A page of the console, and what pages have access to. */
import type { Fault } from '../engine/faults.ts'
import type { Service } from '../store/service.ts'
import type { Traffic } from '../engine/traffic.ts'
import type { Html } from '../pages/html.ts'

export interface ConsoleParts {
  service: Service
  /** Runs once no write is in progress. */
  read: <T>(work: () => T) => Promise<T>
  traffic: Traffic
  info: () => { base_url: string; api_key: string; workspace_id: number }
  faults: () => readonly Fault[]
  /** Runs an action of the control address; throws a ControlError with what is wrong. */
  perform: (action: string, input: Record<string, unknown>) => unknown
}

/** What a page is drawn for. */
export interface View {
  query: URLSearchParams
  /** Goes into each form, so that only forms of this console are accepted. */
  proof: string
  /** A form that was refused, and why. */
  refused?: { form: URLSearchParams; problems: readonly string[] }
}

export interface ConsolePage {
  title: string
  body: (parts: ConsoleParts, view: View) => Html
  /** The items of the page's `data-live` element, which are updated while the page is open. */
  live?: (parts: ConsoleParts, query: URLSearchParams) => Html
  /** Carries out a form of the page; returns the notice to show. */
  act?: (parts: ConsoleParts, form: URLSearchParams) => Promise<Notice>
}

/** What was done, by its code in the page's address. */
export const notices = {
  'fault-added': 'The fault was added.',
  'faults-cleared': 'All faults were cleared.',
  'plan-saved': 'The plan was saved.',
} as const
type Notice = keyof typeof notices

export const isNotice = (code: string): code is Notice => Object.hasOwn(notices, code)
