import { expect, it } from 'vitest'
import { BodyStream } from '../../src/client/transport/body-stream.ts'

it('ends when all the rest comes at once as a reader that was slow goes on', async () => {
  const piece = Buffer.alloc(300 * 1024, 'a')
  const stream: BodyStream = new BodyStream({
    pause: () => {},
    resume: () => {
      stream.push(Buffer.from('the rest'))
      stream.end()
    },
    abort: () => {},
  })
  stream.push(piece)
  const seen: number[] = []
  for await (const chunk of stream) seen.push(chunk.length)
  expect(seen).toEqual([piece.length, 'the rest'.length])
}, 5000)
