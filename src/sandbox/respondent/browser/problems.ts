/** What is wrong with the answers, on the page. */
import { need } from './dom.ts'

export const section = (id: string): HTMLElement => need(document, `[data-id="${CSS.escape(id)}"]`)
const line = (id: string): HTMLElement => need(section(id), ':scope > .problem')

export const hasProblem = (id: string): boolean => line(id).textContent !== ''

/** Only what changes is written: each change is read aloud. */
export function alertUser(text: string): void {
  const at = document.getElementById('alert')
  if (at && at.textContent !== text) at.textContent = text
}

export function showProblem(id: string, text: string): void {
  if (line(id).textContent !== text) line(id).textContent = text
  for (const field of section(id).querySelectorAll('input:not([type=hidden]),select,textarea')) {
    if (text) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
}

export function focusField(id: string): void {
  const fields = section(id).querySelectorAll<HTMLInputElement>('input:not([type=hidden],[tabindex="-1"]),select,textarea')
  ;[...fields].find((field) => field.offsetParent && !field.disabled)?.focus()
}
