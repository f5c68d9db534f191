import { expect, test } from 'vitest'
import { isListed, momentIn } from '../../src/sandbox/respondent/admission.ts'
import { deviceOf } from '../../src/sandbox/respondent/device.ts'
import { embedSnippet } from '../../src/commands/surveys/quiz/embed-snippet.ts'
import { embedCommands, embedEvents } from '../../src/sandbox/respondent/embed.ts'
import { pageScript } from '../../src/sandbox/pages/script.ts'
import { themeStyle } from '../../src/sandbox/respondent/style.ts'

test.each(['respondent', 'console'] as const)('the script of the %s parses, and does not end before its end', (page) => {
  expect(() => new Function(pageScript(page))).not.toThrow()
  expect(pageScript(page)).not.toMatch(/<\/script|<!--/i)
})

test.each<[string, Parameters<typeof isListed>[0], boolean]>([
  ['is listed', { ip_whitelist: '203.0.113.7' }, true],
  ['is not listed', { ip_whitelist: '203.0.113.8' }, false],
  ['is forbidden', { ip_blacklist: '203.0.113.7' }, false],
])('an address inside of IPv6 %s by its own', (_, lists, outcome) =>
  expect(isListed({ ip_list_enabled: true, ...lists }, '::ffff:203.0.113.7')).toBe(outcome),
)

test("a theme can't leave its place in the style sheet", () => {
  const theme = {
    theme_id: 1,
    name: '',
    colors: { text: 'red;}</style><script>', accent: '#ff0000' },
    background: 'https://x.example/a"){}<b.png',
    font_family: 'serif}',
  }
  expect(themeStyle(theme)).toBe('body{--accent:#ff0000;--button:#ff0000;background-image:url("https://x.example/a%22){}%3Cb.png")}')
})

test.each([
  ['2026-06-01T12:00:00Z', 'Europe/Berlin', '2026-06-01T12:00:00.000Z'],
  ['2026-06-01T12:00:00+03:00', 'Europe/Berlin', '2026-06-01T09:00:00.000Z'],
  ['2026-06-01T12:00', 'Europe/Berlin', '2026-06-01T10:00:00.000Z'],
  ['2026-12-01 12:00', 'Europe/Berlin', '2026-12-01T11:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-06-01', 'America/New_York', '2026-06-01T04:00:00.000Z'],
  ['2026-06-01T12:00', 'No/Where', '2026-06-01T12:00:00.000Z'],
])('%s in %s is %s', (value, zone, moment) => expect(new Date(momentIn(value, zone)).toISOString()).toBe(moment))

test.each([
  ['Mozilla/5.0 (iPhone; CPU) Mobile', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16) Mobile Safari', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16)', 'tablet'],
  ['Mozilla/5.0 (iPad)', 'tablet'],
  ['Mozilla/5.0 (X11; Linux)', 'desktop'],
  ['', 'desktop'],
])('%s is a %s', (agent, device) => expect(deviceOf(agent)).toBe(device))

test('the embed protocol has 15 events and 4 commands, and the page knows each', () => {
  expect([new Set(embedEvents).size, new Set(embedCommands).size]).toEqual([15, 4])
  const script =
    pageScript('respondent') + JSON.stringify(embedEvents.filter((event) => ['survey.resumed', 'survey.authorized'].includes(event)))
  for (const event of embedEvents) expect(script).toContain(event)
  for (const command of embedCommands) expect(script).toContain(command)
  expect(embedSnippet('https://x.example/s/1?a=1&b="')).toContain('src="https://x.example/s/1?a=1&amp;b=%22"')
})
