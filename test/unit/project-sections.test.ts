/** Sections of generated surveys: into a file, as text, and back; what is in step sends nothing. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changedSections } from '../../src/project/plan/compare.ts'
import { sectionEntries, sectionOf } from '../../src/project/sections/index.ts'
import { sectionNames, sections } from '../../src/model/document/sections.ts'
import { emptyIdMap, formatText, fromDocument, parseText, toDocument } from '../../src/model/document/index.ts'
import { fc } from '../support/property.ts'

const environment = {
  name: 'test',
  protected: false,
  read_only: false,
  folders: {},
  themes: { brand: 12 },
  promo: {},
  sellers: { main: 1 },
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('no', 'q:how', 'q::x', '1', 'null', '~', '‮x', 'a: b', '#', ' '),
)
const flag = fc.boolean()
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) => fc.record(fields, { requiredKeys: [] })
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const ids = fc.uniqueArray(fc.uuid(), { maxLength: 4 })
const key = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)

const messenger = orNone(some({ is_active: flag, subject: text, buttons_enabled: flag, hidden_widget_ids: ids }))
const entity = some({
  enabled: flag,
  title_type: fc.constantFrom('Field', 'Static'),
  title_value: text,
  fields: fc.dictionary(key, fc.record({ static_value: text })),
})
const numbers = fc.constantFrom('101', '0', '7')
const block = some({
  active: fc.array(fc.nat(9)),
  titles: fc.dictionary(numbers, text),
  use_price: fc.dictionary(numbers, flag),
  bind: fc.dictionary(numbers, fc.uuid()),
})

const generated: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  texts: some({ en: fc.dictionary(key, text, { minKeys: 1 }), ru: fc.dictionary(key, text, { minKeys: 1 }) }),
  recipients: fc.dictionary(
    key.map((name) => `${name}@example.org`),
    fc.record({ enabled: flag }),
  ),
  counters: some({
    pixel_a: fc.oneof(
      fc.constant({ connected: false }),
      fc.record({ connected: fc.constant(true), is_active: flag, counter: fc.stringMatching(/^\d{1,12}$/) }),
    ),
  }),
  webhooks: fc.dictionary(
    key.filter((name) => name !== 'hooks'),
    fc.record({
      title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((title) => title.trim() !== ''),
      url: fc.constantFrom('https://example.com/a', { env: 'ADDRESS' }),
      method: fc.constantFrom('get', 'post', 'put', 'patch'),
      is_active: flag,
      incomplete: flag,
      hours: fc.constantFrom(0, 1, 24),
      body: fc.constant([]),
      body_naming: fc.constant([]),
      headers: fc.dictionary(fc.constantFrom('X-A', 'X-B'), fc.record({ env: fc.constant('TOKEN'), rev: fc.nat(5) })),
    }),
  ),
  messengers: some({ messenger_a: messenger, messenger_b: messenger }),
  sheets: orNone(
    some({
      is_active: flag,
      enable_timestamp: flag,
      enable_personal_data: flag,
      hidden_widget_ids: ids,
      sync_mode: fc.constantFrom('realtime', 'manual'),
    }),
  ),
  automation: orNone(some({ is_active: flag })),
  crm: some({
    crm_a: orNone(some({ is_active: flag, deal: block, list: block, task: block })),
    crm_b: orNone(some({ is_active: flag, contact: entity, company: entity })),
  }),
  promo: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
  payment: fc.constantFrom(
    null,
    { payment_account_id: 1, payment_type: 'fixed', fixed_amount: 10 },
    { payment_account_id: 7, payment_type: 'scoring' },
  ),
  theme: fc.constantFrom(12, 5),
}

it.each(Object.entries(generated))('%s goes into a file and back', (name, values) => {
  const section = sectionOf(name)!
  fc.assert(
    fc.property(values, (value) => {
      const spelled = section.toFile?.(value, environment) ?? value
      const written = formatText(toDocument({ [name]: spelled }, emptyIdMap))
      const { content, problems } = fromDocument(parseText(written).value, emptyIdMap, () => '')
      expect([problems, section.problems?.(content[name]) ?? []], written).toEqual([[], []])
      const resolved = section.resolve?.(content[name], environment) ?? { value: content[name] }
      const back = 'value' in resolved ? resolved.value : resolved.problem
      expect(changedSections({ [name]: value }, { [name]: back }), written).toEqual([])
      expect(section.steps?.({ now: value, next: back, ids: {} }) ?? [], written).toEqual(
        // What has one request for all of it is only asked for where something changed.
        ['name', 'theme', 'payment', 'promo'].includes(name) ? expect.anything() : [],
      )
    }),
    { numRuns: 60 },
  )
})

it('are all of those whose files say it in another way', () => {
  const reworded = sectionEntries().flatMap(([name, { toFile, resolve }]) => (toFile || resolve ? [name] : []))
  expect(reworded.filter((name) => !generated[name])).toEqual([])
})

it("are in the projects' guide where a change of them is there at once", () => {
  const [sentence = ''] = /\*\*At once\*\*[^.]*/.exec(readFileSync('src/reference/guides/projects.md', 'utf8')) ?? []
  const atOnce = sectionNames.filter((name) => sections[name].effect === 'now' && !('readOnly' in sections[name]))
  expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(atOnce)
})
