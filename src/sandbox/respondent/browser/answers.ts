/** What the form says at present. */
import { isBlank } from '../../../model/walk.ts'
import type { FormBoot, QuestionBoot } from '../boot.ts'
import { decode } from '../decode.ts'

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] => typeof entry[1] === 'string'

export class Answers {
  readonly form: HTMLFormElement
  readonly boot: FormBoot

  constructor(form: HTMLFormElement, boot: FormBoot) {
    this.form = form
    this.boot = boot
  }

  entries(): [string, string][] {
    return [...new FormData(this.form)].filter(isText)
  }

  question(id: string): QuestionBoot {
    const found = this.boot.questions[id]
    if (!found) throw new Error(`There is no screen ${id}`)
    return found
  }

  /** The logic expects a file as an object, as on the server. */
  values(): Record<string, unknown> {
    const given = this.entries()
    return Object.fromEntries(
      this.boot.ids.map((id) => {
        const { type, reads } = this.question(id)
        const value = decode(reads, id, given)
        return [id, type === 'file' && Array.isArray(value) ? value.map((file) => ({ id: file })) : value]
      }),
    )
  }

  isAnswered(id: string): boolean {
    return !isBlank(this.values()[id])
  }
}
