/** Programs that aren't ours read our files; a test that needs a missing one is skipped with that reason. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { it } from 'vitest'
import { temporaryFolder } from '../../src/system/temporary.ts'

/** Looked up, not started: a version of an office suite costs as much as a command of ours. */
export const isThere = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => [program, `${program}.exe`].some((name) => existsSync(join(folder, name))))

/** `it` where the program is there. */
export const itWith = (program: string): typeof it =>
  (isThere(program) ? it : (name: string) => it.skip(`${name} (no ${program} here)`)) as typeof it

export const readCsv = (path: string): string[][] => parse(readFileSync(path), { bom: true, relax_column_count: false })

/** Of all that this process has converted, one after the other: to make one takes half as long as a start. */
const profile = temporaryFolder('surveyctl-office')

/** Through LibreOffice, in one start, which takes several times as long as a conversion; files of one folder. */
function convertAll(paths: readonly string[], to: string, extension: string): string[] {
  // Apart from the originals, whose names the results may have.
  const folder = join(dirname(paths[0]!), 'converted')
  execFileSync('soffice', [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', to, '--outdir', folder, ...paths], {
    stdio: 'ignore',
    timeout: 120_000,
  })
  return paths.map((path) => {
    const made = join(folder, basename(path).replace(/\.[^.]+$/, `.${extension}`))
    if (!existsSync(made)) throw new Error(`${path} could not be opened`)
    return made
  })
}

export const convert = (path: string, to: string, extension: string): string => convertAll([path], to, extension)[0]!

/** Cells of the first sheet of each spreadsheet. */
export const readSheets = (paths: readonly string[]): string[][][] =>
  convertAll(paths, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', 'csv').map(readCsv)
export const readSheet = (path: string): string[][] => readSheets([path])[0]!

/** What a sheet shows of the cells that CSV writes in words. */
export const asSheetShows = (cells: readonly string[]): string[] =>
  cells.map((cell) => {
    const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/.exec(cell)
    if (moment) return `${moment[1]} ${moment[2]}`
    return { true: 'TRUE', false: 'FALSE', Да: 'TRUE', Нет: 'FALSE' }[cell] ?? cell
  })

export const readDocuments = (paths: readonly string[]): string[] =>
  convertAll(paths, 'txt:Text (encoded):UTF8', 'txt').map((path) => readFileSync(path, 'utf8'))
export const readDocument = (path: string): string => readDocuments([path])[0]!

export const readPdf = (path: string): string => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })

/** Cases of a statistics file as pspp writes them, and what it knows of the variables. */
export function readSav(path: string): { rows: string[][]; variables: string } {
  const [syntax, out] = [`${path}.sps`, `${path}.csv`]
  writeFileSync(syntax, `GET FILE='${path}'.\nDISPLAY DICTIONARY.\nSAVE TRANSLATE /OUTFILE='${out}' /TYPE=CSV /REPLACE /FIELDNAMES.\n`)
  const variables = execFileSync('pspp', ['-O', 'format=csv', syntax], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return { rows: readCsv(out), variables }
}
