/** Programs that aren't ours read our files; a test that needs a missing one is skipped with that reason. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { it } from 'vitest'
import { temporaryFolder } from '../../src/system/temporary.ts'

export const isThere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** `it` where the program is there. */
export const itWith = (program: string): typeof it =>
  (isThere(program) ? it : (name: string) => it.skip(`${name} (no ${program} here)`)) as typeof it

export const readCsv = (path: string): string[][] => parse(readFileSync(path), { bom: true, relax_column_count: false })

/** Of all that this process has converted, one after the other: to make one takes half as long as a start. */
const profile = temporaryFolder('surveyctl-office')

/** Through LibreOffice. */
export function convert(path: string, to: string, extension: string): string {
  // Apart from the original, whose name the result may have.
  const folder = join(dirname(path), 'converted')
  execFileSync('soffice', [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', to, '--outdir', folder, path], {
    stdio: 'ignore',
    timeout: 120_000,
  })
  const made = join(folder, basename(path).replace(/\.[^.]+$/, `.${extension}`))
  if (!existsSync(made)) throw new Error(`${path} could not be opened`)
  return made
}

/** Cells of a spreadsheet's first sheet. */
export const readSheet = (path: string): string[][] =>
  readCsv(convert(path, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', 'csv'))

/** What a sheet shows of the cells that CSV writes in words. */
export const asSheetShows = (cells: readonly string[]): string[] =>
  cells.map((cell) => {
    const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/.exec(cell)
    if (moment) return `${moment[1]} ${moment[2]}`
    return { true: 'TRUE', false: 'FALSE', Да: 'TRUE', Нет: 'FALSE' }[cell] ?? cell
  })

export const readDocument = (path: string): string => readFileSync(convert(path, 'txt:Text (encoded):UTF8', 'txt'), 'utf8')

export const readPdf = (path: string): string => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })

/** Cases of a statistics file as pspp writes them, and what it knows of the variables. */
export function readSav(path: string): { rows: string[][]; variables: string } {
  const [syntax, out] = [`${path}.sps`, `${path}.csv`]
  writeFileSync(syntax, `GET FILE='${path}'.\nDISPLAY DICTIONARY.\nSAVE TRANSLATE /OUTFILE='${out}' /TYPE=CSV /REPLACE /FIELDNAMES.\n`)
  const variables = execFileSync('pspp', ['-O', 'format=csv', syntax], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return { rows: readCsv(out), variables }
}
