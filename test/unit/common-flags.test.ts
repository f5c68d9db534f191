/** A flag of all commands that nothing reads would be taken and have no effect. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chosenForms } from '../../src/output/form.ts'
import { isOneOf } from '../../src/text/is-one-of.ts'
import { commonFlags } from '../../src/cli/flags/table.ts'

const src = join(import.meta.dirname, '..', '..', 'src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('sandbox') && path !== join('cli', 'flags.ts'))
  .map((path) => readFileSync(join(src, path), 'utf8'))
  .join('\n')

/** Those that choose a form of output are read together: output-forms.test.ts tries each. */
const single = Object.keys(commonFlags).filter((name) => !isOneOf(chosenForms, name))

it.each(single)('%s is read somewhere', (name) => {
  const taken = String.raw`\{[^{}]*\b${name}\b[^{}]*\}(?:: \w+\)|(?:: \w+)? = [^\n]*[fF]lags|: GlobalFlags)`
  expect(new RegExp(String.raw`flags\??\.${name}\b|${taken}`).test(sources)).toBe(true)
})
