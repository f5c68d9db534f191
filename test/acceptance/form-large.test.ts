/** Large survey files through the built program: how long they take, and how much memory. Bounds are several times what was measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lssOf, qsfOf, workbookOf } from '../support/form-files.ts'
import { canMeasure, watchPeak } from '../support/memory.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'

const folder = freshFolder()
const letters = 'abcdefgh'.split('')

const workbook = (): Promise<Buffer> =>
  workbookOf({
    survey: [
      ['type', 'name', 'label', 'relevant'],
      ...Array.from({ length: 2000 }, (_, index) => [
        index % 3 === 0 ? 'select_one list' : 'text',
        `q${index}`,
        `Question number ${index}: what do you think of it?`,
        index > 3 && index % 4 === 0 ? `\${q${index - 3 - (index % 3)}} = 'a' and \${q${index - 1}} != ''` : null,
      ]),
    ],
    choices: [['list_name', 'name', 'label'], ...letters.map((name) => ['list', name, `Choice ${name}`])],
  })

const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
const qsf = (): string =>
  JSON.stringify(
    qsfOf([
      {
        id: 'BL_1',
        questions: Array.from({ length: 3200 }, (_, index) => ({
          id: `QID${index + 1}`,
          payload: {
            QuestionType: 'MC',
            Selector: 'SAVR',
            QuestionText: `Question ${index} ${'<b>long</b> text '.repeat(80)}`,
            Choices: Object.fromEntries(numbers.map((number) => [number, { Display: `Choice ${number} of ${index} ${'x'.repeat(40)}` }])),
            ChoiceOrder: numbers,
          },
        })),
      },
    ]),
  )

const lss = (): string =>
  lssOf([{ name: '', questions: Array.from({ length: 2000 }, (_, index) => ({ code: `Q${index}`, type: 'L', text: `Question ${index}`, answers: letters.map((code) => [code, `Answer ${code}`] as const) })) }]) // prettier-ignore

it.each([
  ['a workbook of 2,000 questions', 'book.xlsx', workbook, 2000, 400],
  ['a QSF of 10 MB', 'large.qsf', qsf, 3200, 800],
  ['an LSS of 2,000 questions', 'large.lss', lss, 2000, 500],
])('%s', async (_, name, make, questions, most) => {
  const content = await make()
  if (name.endsWith('qsf')) expect(content.length).toBeGreaterThan(9.5e6)
  writeFileSync(join(folder, name), content)
  const args = ['quiz', 'import', name, '-o', `${name}.yaml`, '--report', `${name}.json`, '-q']
  const started = performance.now()
  const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, env: environment({}), stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const peak = watchPeak(child)
  const [code] = (await once(child, 'close')) as [number]
  const seconds = (performance.now() - started) / 1000
  expect(code, stderr).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).questions).toBe(questions)
  if (process.env.TEST_FIGURES) process.stderr.write(`${name}: ${seconds.toFixed(1)} s, ${peak().toFixed(0)} MiB\n`)
  expect(seconds).toBeLessThan(40)
  if (canMeasure) expect(peak()).toBeLessThan(most)
})
