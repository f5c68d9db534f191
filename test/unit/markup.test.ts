import { fc } from '../support/property.ts'
import { expect, test } from 'vitest'
import { pieces, withoutMarkup, htmlText } from '../../src/model/markup.ts'
import { rich } from '../../src/sandbox/pages/html.ts'

test.each<[string, string, string]>([
  ['income < $50,000 or > $100,000', 'income < $50,000 or > $100,000', 'income &lt; $50,000 or &gt; $100,000'],
  ['  blanks stay  ', '  blanks stay  ', '  blanks stay  '],
  ['How <b>much</b>?', 'How much?', 'How <b>much</b>?'],
  ['<EM>Very</EM>', 'Very', '<em>Very</em>'],
  ['a<br>b<br/>c', 'a b c', 'a<br>b<br>c'],
  ['<p>One</p><p>Two</p>', 'One Two', '<span class="paragraph">One</span><span class="paragraph">Two</span>'],
  [
    '<a href="https://example.org/?a=1&b=2" onclick="x()">Terms</a>',
    'Terms',
    '<a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noreferrer">Terms</a>',
  ],
  ['<a href="javascript:alert(1)">Terms</a>', 'Terms', '<a>Terms</a>'],
  ['<span style="color:red">red</span>', 'red', '<span>red</span>'],
  ['if a <b and b> c', 'if a <b and b> c', 'if a &lt;b and b&gt; c'],
  ['choose <a> or <b>', 'choose <a> or <b>', 'choose &lt;a&gt; or &lt;b&gt;'],
  ['<b>bold <i>both</b> none</i>', 'bold <i>both none</i>', '<b>bold &lt;i&gt;both</b> none&lt;/i&gt;'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['x<sub>2</sub> & "y"', 'x2 & "y"', 'x<sub>2</sub> &amp; &quot;y&quot;'],
  ['&lt;b&gt;', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
])('%j is %j in an export, %j on the page', (text, exported, shown) => {
  expect(withoutMarkup(text)).toBe(exported)
  expect(rich(text).text).toBe(shown)
})

test('nothing but the few tags is ever an element, and each is closed', () => {
  const part = fc.constantFrom(
    '<b>',
    '</b>',
    '<a href="x">',
    '</a>',
    '<',
    '>',
    '<p>',
    '</p>',
    'text',
    '<script>',
    '"',
    '<br>',
    '<i',
    ' onclick=x>',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      (text) => {
        const { text: shown } = rich(text)
        const tags = [...shown.matchAll(/<(\/?)(\w+)[^<>]*>/g)]
        expect(shown.replace(/<\/?(a|b|span|br)( [\w-]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/)
        const open: string[] = []
        for (const [, slash, name] of tags) {
          if (name === 'br') continue
          if (slash) expect(open.pop()).toBe(name)
          else open.push(name!)
        }
        expect(open).toEqual([])
        expect(
          pieces(text)
            .filter((piece) => typeof piece === 'string')
            .every((piece) => text.includes(piece)),
        ).toBe(true)
      },
    ),
  )
})

test('of HTML, what can be read', () =>
  expect(htmlText('<style>p{}</style><p>Kept for <b>a year</b>.</p><script>x</script>')).toBe('Kept for a year.'))

test('what can be read is found as by its plain definition', () => {
  const words = fc.array(fc.constantFrom('<', '>', '<script', '</script>', '</script ', '<b>', '/', 'text', ' '), { maxLength: 12 })
  fc.assert(
    fc.property(words, (parts) => {
      const html = parts.join('')
      const plainly = html.replace(/<script\b[^]*?<\/script\s*>/gi, '').replace(/<[^>]*>/g, '')
      expect(htmlText(html)).toBe(plainly.trim())
    }),
  )
})

test.each<[string, (times: number) => string]>([
  ['begins of scripts', (times) => '<script '.repeat(times)],
  ['begins of tags', (times) => '<'.repeat(times)],
  ['tags that nothing closes', (times) => '<b>'.repeat(times) + '</i>'.repeat(times)],
  ['attributes without a value', (times) => '<a href="'.repeat(times)],
  ['blanks in a tag', (times) => `<a${' '.repeat(times)}`],
])('a text of 200,000 %s is read in a moment', (_, make) => {
  const text = make(200_000)
  const begun = process.cpuUsage()
  htmlText(text)
  withoutMarkup(text)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(10_000)
})
