/** Triple-S 2.0 as its book says it is read: the description first, then each field by what is described, and nothing else is taken. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { SaxesParser } from 'saxes'
import { isThere } from '../readers.ts'

export interface SssVariable {
  ident: string
  name: string
  label: string
  type: string
  use?: string
  start: number
  size?: number
  range?: { from: string; to: string }
  values: { code: number; score?: number; label: string }[]
}

export interface SssTable {
  title: string
  variables: SssVariable[]
  /** A line of them for each answer; nothing where a field is empty. */
  rows: Record<string, string | undefined>[]
}

interface Field {
  text: string
  quoted: boolean
}

/** What the 2.0 book's table of elements says, as far as a flat survey has them. */
const dtd = `<!ELEMENT sss (date?, time?, origin?, user?, survey)>
<!ATTLIST sss version (2.0) #REQUIRED languages CDATA #IMPLIED modes CDATA #IMPLIED>
<!ELEMENT date (#PCDATA)><!ELEMENT time (#PCDATA)><!ELEMENT origin (#PCDATA)><!ELEMENT user (#PCDATA)>
<!ELEMENT survey (name?, version?, title?, record)>
<!ELEMENT name (#PCDATA)><!ELEMENT version (#PCDATA)><!ELEMENT title (#PCDATA)>
<!ELEMENT record (variable+)>
<!ATTLIST record ident CDATA #REQUIRED href CDATA #IMPLIED format (fixed|csv) "fixed" skip CDATA "0">
<!ELEMENT variable (name, label, position, (size | values)?)>
<!ATTLIST variable ident CDATA #REQUIRED type (single|multiple|quantity|character|logical|date|time) #REQUIRED
  use (serial|weight) #IMPLIED format (numeric|literal) "numeric" filter CDATA #IMPLIED>
<!ELEMENT label (#PCDATA)>
<!ELEMENT position EMPTY><!ATTLIST position start CDATA #REQUIRED finish CDATA #IMPLIED>
<!ELEMENT size (#PCDATA)>
<!ELEMENT values (range?, value*)>
<!ELEMENT range EMPTY><!ATTLIST range from CDATA #REQUIRED to CDATA #REQUIRED>
<!ELEMENT value (#PCDATA)><!ATTLIST value code CDATA #REQUIRED score CDATA #IMPLIED>
`

export function readSss(path: string): SssTable {
  if (isThere('xmllint')) {
    writeFileSync(`${path}.dtd`, dtd)
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--dtdvalid', `${path}.dtd`, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const { title, variables, skip } = describe(readFileSync(path, 'utf8'))
  const csv = path.replace(/\.sss$/, '.csv')
  // Its types know no cast to something else than a text.
  const lines = parse(readFileSync(csv), { cast: (text, { quoting }) => ({ text, quoted: quoting }) }) as unknown as Field[][]
  const names = new Set(variables.map(({ name }) => name.toLowerCase()))
  if (names.size < variables.length || variables.some(({ name }) => !/^[a-z]\w*$/i.test(name))) throw new Error('names')
  const rows = lines.slice(skip).map((fields) => {
    if (fields.length !== variables.length) throw new Error(`${fields.length} fields of ${variables.length}`)
    return Object.fromEntries(variables.map((variable) => [variable.name, taken(variable, fields[variable.start - 1]!)]))
  })
  return { title, variables, rows }
}

function describe(xml: string): Omit<SssTable, 'rows'> & { skip: number } {
  const variables: SssVariable[] = []
  let [title, skip, text] = ['', 0, '']
  const of = (): SssVariable => variables.at(-1)!
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (more) => (text += more))
  parser.on('opentag', ({ name, attributes: a }) => {
    text = ''
    if (name === 'sss' && a.version !== '2.0') throw new Error('version')
    if (name === 'record') {
      if (a.format !== 'csv') throw new Error('fixed')
      skip = Number(a.skip ?? 0)
    }
    if (name === 'variable')
      variables.push({ ident: a.ident!, type: a.type!, ...(a.use && { use: a.use }), name: '', label: '', start: 0, values: [] })
    if (name === 'position') of().start = Number(a.start)
    if (name === 'range') of().range = { from: a.from!, to: a.to! }
    if (name === 'value') of().values.push({ code: Number(a.code), ...(a.score && { score: Number(a.score) }), label: '' })
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'title') title = text
    if (name === 'name') of().name = text
    if (name === 'label') of().label = text
    if (name === 'size') of().size = Number(text)
    if (name === 'value') of().values.at(-1)!.label = text
  })
  parser.write(xml).close()
  return { title, variables, skip }
}

/** A field that is what its variable says. */
function taken(variable: SssVariable, { text, quoted }: Field): string | undefined {
  const { name, type, values, size, range } = variable
  const refuse = (): never => {
    throw new Error(`${name} (${type}): ${text.slice(0, 80)}`)
  }
  if (text === '') return undefined
  if (/[\r\n]/.test(text)) refuse()
  const within = (): boolean => range !== undefined && text.length >= range.from.length && text >= range.from && text <= range.to
  const fits = {
    single: () => /^\d+$/.test(text) && values.some(({ code }) => code === Number(text)),
    multiple: () => quoted && /^[01]+$/.test(text) && text.length === Math.max(...values.map(({ code }) => code)),
    quantity: () =>
      /^-?\d+(\.\d+)?$/.test(text) &&
      Number(text) >= Number(range!.from) &&
      Number(text) <= Number(range!.to) &&
      (text.split('.')[1]?.length ?? 0) <= (range!.to.split('.')[1]?.length ?? 0),
    character: () => quoted && [...text].length <= size!,
    logical: () => /^[01]$/.test(text),
    date: () => /^\d{8}$/.test(text) && within(),
    time: () => /^\d{6}$/.test(text) && within(),
  }[type]
  return fits?.() ? text : refuse()
}
