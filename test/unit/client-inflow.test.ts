import { expect, it } from 'vitest'
import { Inflow } from '../../src/client/inflow.ts'

it('ends when all the rest comes at once as a reader that was slow goes on', async () => {
  const piece = Buffer.alloc(300 * 1024, 'a')
  const inflow: Inflow = new Inflow({
    pause: () => {},
    resume: () => {
      inflow.push(Buffer.from('the rest'))
      inflow.end()
    },
    lend: () => {},
    abort: () => {},
  })
  inflow.push(piece)
  const seen: number[] = []
  for await (const chunk of inflow) seen.push(chunk.length)
  expect(seen).toEqual([piece.length, 'the rest'.length])
}, 5000)
