/** `npm run check:sizes`: no folder of src with more than 45 files, and no file of more than 250 lines that doesn't say why. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, root } from './sources.ts'

const mostFiles = 45
const mostLines = 250
/** In the first line: `/** Over 250 lines: all standard texts stand together.` */
const reason = `Over ${mostLines} lines:`

const files = filesBelow(join(root, 'src'))

const long = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.length > mostLines && !lines[0]!.includes(reason)
    ? [`${file} has ${lines.length} lines; a reason begins with "${reason}"`]
    : []
})

const full = [...Map.groupBy(files, dirname)].flatMap(([folder, { length }]) =>
  length > mostFiles ? [`${folder} has ${length} files, more than ${mostFiles}`] : [],
)

for (const problem of [...long, ...full]) console.error(problem.replace(`${root}/`, ''))
if (long.length + full.length > 0) process.exitCode = 1
