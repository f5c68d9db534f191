/** `npm run check:sizes`: no folder of src with more than 25 files, no file of more than 250 lines that doesn't say why,
 * no two neighbours whose names differ by an s, and no exported type whose name three files define. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, root } from './sources.ts'

const mostFiles = 25
const mostLines = 250
/** In the first line: `/** Over 250 lines: all standard texts stand together.` */
const reason = `Over ${mostLines} lines:`

const files = filesBelow(join(root, 'src')).filter((file) => file.endsWith('.ts'))

const long = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.length > mostLines && !lines[0]!.includes(reason)
    ? [`${file} has ${lines.length} lines; a reason begins with "${reason}"`]
    : []
})

const full = [...Map.groupBy(files, dirname)].flatMap(([folder, { length }]) =>
  length > mostFiles ? [`${folder} has ${length} files, more than ${mostFiles}`] : [],
)

/** `read` and `reads`: who looks for one opens the other. */
const names = new Set(files.flatMap((file) => [file.replace(/\.ts$/, ''), dirname(file)]))
const alike = [...names].filter((name) => names.has(`${name}s`)).map((name) => `${name} and ${name}s differ by an s`)

/** Two may share a name, one of them being the service's or the port's; of three nobody knows which is meant. */
const types = files.flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => ({ name, file })),
)
const ambiguous = [...Map.groupBy(types, ({ name }) => name)].flatMap(([name, defined]) =>
  defined.length > 2 ? [`The type ${name} is defined by ${defined.map(({ file }) => file.replace(`${root}/`, '')).join(', ')}`] : [],
)

const problems = [...long, ...full, ...alike, ...ambiguous]
for (const problem of problems) console.error(problem.replace(`${root}/`, ''))
if (problems.length > 0) process.exitCode = 1
