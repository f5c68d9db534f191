/** A kind of thing in an answer, and what a person knows one of them by. */
export interface Offer {
  /** As the fields that take its id call it. */
  thing: string
  /** Where they are in an answer that is no list. */
  at?: string
  with?: Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>)
  /** Which of them, where the list has others besides. */
  only?: (row: Readonly<Record<string, unknown>>) => boolean
  /** The fields of its id (`id`), of its name (`name`), and of what else tells it from others. */
  id?: string
  name?: string
  tells?: string
}
