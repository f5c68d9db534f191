/** What a survey loses on its way from one system to another: a closed list of codes, each of one severity. */

export const severities = ['fatal', 'major', 'minor', 'info'] as const
export type Severity = (typeof severities)[number]

/** What is done instead, where a loss says nothing else. */
const codes = {
  fatal: {
    'file.unreadable': 'nothing was read',
    'file.part': 'export the whole survey',
    'file.include': 'left out: put its rows into this file',
    'type.unknown': 'left out',
    limit: 'left out',
  },
  major: {
    'type.unsupported': 'a text field',
    'choices.external': 'a text field, as its options are not in the file',
    'logic.widened': 'shown more often: what is not understood counts as true',
    'logic.forward': 'shown always: what it asks for comes later',
    'logic.too-large': 'shown always',
    'logic.choice-filter': 'all options are shown',
    'logic.random': 'in the order of the file',
    'required.conditional': 'may be left blank',
    'structure.repeat': 'asked once',
    'text.piping': 'a mark … stands in its place',
    'calc.used': 'left out, together with what depends on it',
    'quota.dropped': 'left out',
    'timing.changed': 'of the whole survey',
  },
  minor: {
    'type.approximated': 'the nearest type',
    'validation.number': 'a text field: any text is taken',
    'validation.dropped': 'not checked',
    'required.partial': 'may be left blank',
    'default.dropped': 'empty at first',
    'calc.dropped': 'left out',
    'none.exclusive': 'an option like the others',
    'options.random': 'in the order of the file',
    'scoring.partial': 'no points',
    'hidden.undeclared': 'left out: declare it as a hidden variable in the cabinet',
    'media.local': 'left out: --upload-media DIR sends it',
    'media.dropped': 'left out',
    'text.script': 'left out',
    'text.dropped': 'left out',
    'lang.missing': 'in the default language',
    'lang.unsupported': 'buttons and messages are English',
    'setting.changed': 'as this service does it',
  },
  info: {
    'text.markup': 'plain text',
    'structure.group': 'questions stand one after the other',
    'structure.table': 'questions of their own',
    'other.split': 'a text field that is shown with that option',
    'meta.dropped': 'left out: of such facts the service notes times, address and browser itself',
    'lang.dropped': 'left out: import once for each language (--lang)',
    'setting.dropped': 'left out',
    'appearance.dropped': 'left out',
  },
} as const satisfies Record<Severity, Record<string, string>>

type Codes = typeof codes
export type LossCode = { [S in Severity]: keyof Codes[S] }[Severity]

const known: ReadonlyMap<string, { severity: Severity; instead: string }> = new Map(
  severities.flatMap((severity) => Object.entries(codes[severity]).map(([code, instead]) => [code, { severity, instead }] as const)),
)

export interface Loss {
  code: LossCode
  severity: Severity
  /** Where it stands in the source. */
  at: string
  /** The name of the question in the source. */
  key?: string
  what: string
  instead: string
}

/** Where a reader is in its source: its place, and the question there. */
export interface Place {
  at: string
  key?: string | undefined
}

export class Losses {
  readonly list: Loss[] = []
  readonly #seen = new Set<string>()

  /** Each once. */
  add(code: LossCode, { at, key }: Place, what: string, instead?: string): void {
    const text = JSON.stringify([code, at, key, what])
    const { severity, instead: usual } = known.get(code) ?? { severity: 'major' as const, instead: '' }
    if (this.#seen.has(text)) return
    this.#seen.add(text)
    this.list.push({ code, severity, at, ...(key !== undefined && { key }), what: cut(what), instead: instead ?? usual })
  }

  /** The most severe first; among equals in the order of the source. */
  sorted(): Loss[] {
    return this.list.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  }
}

const longest = 500

/** One line of it: texts of the source may be pages. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
