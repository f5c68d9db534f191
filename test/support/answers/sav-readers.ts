/** A typed SAV as pspp and R's haven read it: each value, and all that they know of the variables. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { readCsv } from '../readers.ts'
import type { Cell, Column } from './expected.ts'

export interface SavVariable {
  name: string
  label: string
  codes: [number, string][]
  /** Where the program says so. */
  measure?: string
  missing: number[]
}

export interface SavTable {
  rows: Cell[][]
  variables: SavVariable[]
}

/** From where the format counts its seconds, to 1970. */
const epoch = Date.UTC(1582, 9, 14) / 1000

/** A number of the file, as what it means. */
function readCell(type: Column['type'], text: string): Cell {
  if (type === 'text') return text === '' ? null : text
  if (text.trim() === '') return null
  const number = Number(text)
  // No moment: it stands for a blank.
  if (number < 0 && type !== 'number') return Math.round(number)
  const at = (from: number): string => new Date(Math.round((number + from) * 1000)).toISOString()
  switch (type) {
    case 'boolean':
      return number === 1 ? true : number === 0 ? false : number
    case 'date':
      return at(epoch).replace('T00:00:00.000Z', '')
    case 'time':
      return at(0).slice(11).replace(':00.000Z', '')
    case 'local':
      return at(epoch).replace(':00.000Z', '')
    case 'moment':
      return at(epoch)
    case 'integer':
    case 'number':
    case 'code':
      return number
    default:
      return type satisfies never
  }
}

function table([head, ...rows]: string[][], columns: readonly Column[]): Cell[][] {
  const places = columns.map(({ name }) => head!.indexOf(name))
  return rows.map((cells) => columns.map(({ type }, index) => readCell(type, cells[places[index]!]!)))
}

const pspp = (path: string, commands: string): string => {
  const syntax = `${path}.sps`
  writeFileSync(syntax, `GET FILE='${path}'.\n${commands}`)
  return execFileSync('pspp', ['-O', 'format=csv', syntax], { encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/** Lines of a table that pspp prints, behind its head. */
function printed(text: string, name: string): string[][] {
  const block = text.split(/(?:^|\n)Table: /).find((part) => part.startsWith(`${name}\n`))
  return block === undefined ? [] : parse(block.slice(name.length + 1).replace(/\n\n[\s\S]*$/, '\n'), { from: 2, relax_column_count: true })
}

/** Of one variable after the other: its name stands in front of the first one alone; a missing value has a note. */
function codesIn(lines: readonly string[][]): Map<string, [number, string][]> {
  const codes = new Map<string, [number, string][]>()
  let name = ''
  for (const [first, value, label] of lines) {
    name = first || name
    codes.set(name, [...(codes.get(name) ?? []), [Number.parseFloat(value!), label!]])
  }
  return codes
}

export function psppTable(path: string, columns: readonly Column[]): SavTable {
  const moments = columns.filter(({ type }) => ['moment', 'local', 'date', 'time'].includes(type)).map(({ name }) => name)
  const save = `SAVE TRANSLATE /OUTFILE='${path}.values.csv' /TYPE=CSV /REPLACE /FIELDNAMES /CELLS=VALUES.\n`
  const text = pspp(path, `FORMATS ${moments.join(' ')} (F40.3).\nSET TVARS=NAMES.\nDISPLAY DICTIONARY.\n${save}`)
  const codes = codesIn(printed(text, 'Value Labels'))
  const isMissing = text.includes(',Missing Values\n')
  return {
    rows: table(readCsv(`${path}.values.csv`), columns),
    variables: printed(text, 'Variables').map(([name, , label, measure, ...more]) => ({
      name: name!,
      label: label!,
      measure: measure!.toLowerCase(),
      codes: codes.get(name!) ?? [],
      missing: isMissing
        ? more
            .at(-1)!
            .split(/[;,] ?/)
            .filter(Boolean)
            .map(Number)
        : [],
    })),
  }
}

const script = (path: string): string => `library(haven)
d <- read_sav('${path}', user_na = TRUE)
texts <- function(x) { if (is.character(x)) return(as.character(x)); x <- as.numeric(x); ifelse(is.na(x), '', formatC(x, digits = 17, format = 'g', width = 1)) }
seconds <- function(x) { f <- paste(attr(x, 'format.spss'), ''); if (startsWith(f, 'DATETIME')) as.numeric(x) + 12219379200 else if (startsWith(f, 'DATE')) round(as.numeric(x) * 86400 + 12219379200) else x }
cells <- as.data.frame(lapply(d, function(x) texts(seconds(x))), check.names = FALSE, stringsAsFactors = FALSE)
write.csv(cells, '${path}.cells.csv', row.names = FALSE, na = '', fileEncoding = 'UTF-8')
one <- function(x, name) { value <- attr(x, name, exact = TRUE); if (is.null(value)) '' else paste(value, collapse = ';') }
variables <- data.frame(name = names(d), label = sapply(d, one, 'label'), missing = sapply(d, one, 'na_values'))
write.csv(variables, '${path}.variables.csv', row.names = FALSE, fileEncoding = 'UTF-8')
labels <- do.call(rbind, lapply(names(d), function(n) { l <- attr(d[[n]], 'labels', exact = TRUE)
  if (is.null(l)) NULL else data.frame(name = n, value = as.numeric(l), label = names(l)) }))
write.csv(labels, '${path}.codes.csv', row.names = FALSE, fileEncoding = 'UTF-8')
`

export function havenTable(path: string, columns: readonly Column[]): SavTable {
  writeFileSync(`${path}.R`, script(path))
  execFileSync('Rscript', [`${path}.R`], { env: { ...process.env, LC_ALL: 'C.UTF-8' }, stdio: 'pipe' })
  const read = (name: string): Record<string, string>[] => parse(readFileSync(`${path}.${name}.csv`), { columns: true })
  const codes = read('codes')
  return {
    rows: table(readCsv(`${path}.cells.csv`), columns),
    variables: read('variables').map(({ name, label, missing }) => ({
      name: name!,
      label: label!,
      codes: codes.filter((one) => one.name === name).map((one) => [Number(one.value), one.label!]),
      missing: missing === '' ? [] : missing!.split(';').map(Number),
    })),
  }
}

/** Sets of variables that are one question, as pspp names them. */
export function psppSets(path: string): { name: string; label: string; members: string[] }[] {
  return printed(pspp(path, 'SET TVARS=NAMES.\nMRSETS /DISPLAY NAME=ALL.\n'), 'Multiple Response Sets').map(
    ([name, label, encoding, counted, members]) => {
      if (encoding !== 'Dichotomies' || counted !== '1') throw new Error(`${name} is of ${encoding}, ${counted}`)
      return { name: name!, label: label!, members: members!.split('\n') }
    },
  )
}

/** What is attached to each variable, by its name. */
export function psppAttributes(path: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>()
  let of = ''
  for (const [variable, name, value] of printed(pspp(path, 'SET TVARS=NAMES.\nDISPLAY ATTRIBUTES.\n'), 'Variable and Dataset Attributes')) {
    of = variable || of
    found.set(of, { ...found.get(of), [name!]: value! })
  }
  return found
}

/** How often each value of a variable was given, by its code; what is missing isn't counted. */
export function psppFrequencies(path: string, names: readonly string[]): Map<string, [number, number][]> {
  const text = pspp(path, `SET TVARS=NAMES.\nSET TNUMBERS=VALUES.\nFREQUENCIES ${names.join(' ')} /STATISTICS=NONE.\n`)
  return new Map(
    names.map((name) => {
      const lines = printed(text, name)
      const end = lines.findIndex(([kind]) => kind === 'Missing' || kind === 'Total')
      return [name, lines.slice(0, end).map(([, value, count]) => [Number(value), Number(count)])]
    }),
  )
}

export interface Mean {
  n: number
  mean: number
  sd: number
}

const meanOf = ([, n, mean, sd]: readonly string[]): Mean => ({ n: Number(n), mean: Number(mean), sd: Number(sd) })

export function psppMeans(path: string, names: readonly string[]): Map<string, Mean> {
  const text = pspp(path, `SET TVARS=NAMES.\nSET FORMAT=F40.9.\nDESCRIPTIVES ${names.join(' ')} /STATISTICS=MEAN STDDEV.\n`)
  return new Map(
    printed(text, 'Descriptive Statistics')
      .filter(([name]) => names.includes(name!))
      .map((line) => [line[0]!, meanOf(line)]),
  )
}

/** Of a variable in each group of another one, by the group's code. */
export function psppGroups(path: string, name: string, by: string): Map<number, Mean> {
  const text = pspp(
    path,
    `SET TVARS=NAMES.\nSET TNUMBERS=VALUES.\nFORMATS ${name} (F40.9).\nMEANS TABLES=${name} BY ${by} /CELLS=COUNT MEAN STDDEV.\n`,
  )
  return new Map(
    printed(text, 'Report')
      .filter(([group]) => group !== 'Total')
      .map((line) => [Number(line[0]), meanOf(line)]),
  )
}

/** How often a value of one variable met one of another: by the codes of both. */
export function psppCrossTab(path: string, name: string, by: string): Map<string, number> {
  const text = pspp(path, `SET TVARS=NAMES.\nSET TNUMBERS=VALUES.\nCROSSTABS /TABLES=${name} BY ${by} /CELLS=COUNT /STATISTICS=NONE.\n`)
  const [heads = [], ...lines] = printed(text, `${name} × ${by}`)
  return new Map(
    lines
      .filter(([first]) => first !== 'Total')
      .flatMap((line) => line.slice(3, -1).map((count, at): [string, number] => [`${line[1]} ${heads[at + 3]}`, Number(count)])),
  )
}
