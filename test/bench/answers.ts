/** Answers to a survey of 17 questions, as many as are asked for: each is made of its number, when it is asked for. */
import { createServer } from 'node:http'

const minute = 60_000
const begin = Date.UTC(2026, 0, 1)
/** All within a year, however many. */
const step = (count: number): number => Math.max(1, Math.floor((300 * 24 * 60 * minute) / count))

const id = (place: number): string => `10000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const options = (many: number) =>
  Array.from({ length: many }, (_, index) => ({ id: String(index + 1), title: `Option number ${index + 1}` }))
const one = (n: number, many: number): string => `Option number ${1 + (n % many)}`
const two = (n: number): string => [1 + (n % 4), 5 + (n % 3)].map((place) => `Option number ${place}`).join('; ')

interface Asked {
  type: string
  more: object
  words: (n: number) => string
}

const asked: Asked[] = [
  ...Array.from({ length: 6 }, (_, place): Asked => ({
    type: 'choice',
    more: { choiceEntities: options(5 + place) },
    words: (n) => one(n * 7 + place, 5 + place),
  })),
  ...Array.from({ length: 2 }, (): Asked => ({ type: 'choice', more: { choiceMultiple: true, choiceEntities: options(7) }, words: two })),
  ...Array.from({ length: 5 }, (_, place): Asked => ({
    type: 'scale',
    more: { scaleFrom: 0, scaleTo: 10 },
    words: (n) => String((n * 3 + place) % 11),
  })),
  ...Array.from({ length: 2 }, (): Asked => ({ type: 'yesno', more: {}, words: (n) => (n % 3 === 0 ? 'Yes' : 'No') })),
  {
    type: 'datetime',
    more: { datetimeFormat: 'date' },
    words: (n) => `2026-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
  },
  { type: 'input', more: {}, words: (n) => `What respondent ${n} wrote of it, in a sentence of some length` },
]

const title = (place: number): string => `Question number ${place + 1}, asked in so many words?`
const heads = asked.map(
  ({ type }, place) => `{"question_id":"${id(place + 1)}","question_text":"${title(place)}","answer_type":"${type}","answer":"`,
)

function row(n: number, every: number): string {
  const start = begin + n * every
  const given = heads.map((head, place) => `${head}${asked[place]!.words(n)}"}`).join(',')
  return `{"id":${n + 1},"quiz_id":1,"date_start":"${new Date(start).toISOString()}","date_end":"${new Date(start + 200_000).toISOString()}","is_complete":true,"is_screenout":false,"ip_address":"203.0.113.7","user_agent":"Mozilla/5.0 (X11; Linux x86_64)","answers":[${given}]}`
}

const survey = JSON.stringify({
  id: 1,
  name: 'Many answers',
  updated_at: '2026-01-01T00:00:00.000Z',
  published_at: '2026-01-01T00:00:00.000Z',
  settings: { lang: 'en' },
  widgets: {
    ids: asked.map((_, place) => id(place + 1)),
    entities: Object.fromEntries(asked.map(({ type, more }, place) => [id(place + 1), { type, title: title(place), ...more }])),
  },
})

/** Of those that are not deleted. */
function page(count: number, gone: readonly number[], query: URLSearchParams): string {
  const total = query.get('is_complete') === 'false' ? 0 : count - gone.length
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 100)]
  const rows: string[] = []
  for (let place = offset; place < Math.min(total, offset + limit); place++) {
    const nth = query.get('order') === 'desc' ? total - 1 - place : place
    // In ascending order: each that stands in front moves it on by one.
    rows.push(
      row(
        gone.reduce((place, one) => (place >= one ? place + 1 : place), nth),
        step(count),
      ),
    )
  }
  return `{"total":${total},"limit":${limit},"offset":${offset},"answers":[${rows.join(',')}]}`
}

const deleted = new Map<number, number[]>()

/** `/COUNT/quiz/1/…`; `POST /COUNT/delete/NTH` deletes one answer. Its port is what it says first. */
const server = createServer((request, answer) => {
  request.resume()
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, many, what, nth] = url.pathname.split('/')
  const count = Number(many)
  const gone = deleted.get(count) ?? []
  if (what === 'delete')
    deleted.set(
      count,
      [...new Set([...gone, Number(nth)])].toSorted((one, other) => one - other),
    )
  const text =
    what === 'delete'
      ? '{}'
      : url.pathname.endsWith('/answers')
        ? page(count, gone, url.searchParams)
        : url.pathname.endsWith('/report')
          ? '{"questions":[]}'
          : survey
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`))
