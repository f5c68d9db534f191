/** Copies of a whole account beside curl reading the same: very many answers, and a gigabyte of media. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../../src/model/question/registry.ts'
import { freshFolder, launcher } from '../support/program.ts'
import { askedBy, curlOf } from './curl.ts'
import { figure, measure, type Contender, type Measured } from './measure.ts'
import type { Sandbox } from './services.ts'
import { widgetsOf } from './surveys.ts'

const answers = 100_000
const mebibyte = 2 ** 20
/** Of videos, in MiB: beside many small ones, one that takes a while. */
const videos = [...Array.from({ length: 200 }, () => 5), 300]
/** 200 MB. */
const most = 190

async function made({ post, folder }: Sandbox, widgets: object): Promise<number> {
  const { id } = await post('/quiz', { folder_id: folder })
  await post(`/quiz/${id}/save`, widgets)
  await post(`/quiz/${id}/publish`, {})
  return id
}

/** What an MP4 begins with; what follows is in no other file. */
function video(size: number): Buffer {
  const bytes = Buffer.alloc(size * mebibyte, randomBytes(64))
  Buffer.from('0000001c667479706d703432000000006d7034326d703431', 'hex').copy(bytes)
  return bytes
}

async function upload({ env }: Sandbox, id: number, size: number): Promise<string> {
  const form = new FormData()
  form.set('type', 'video')
  form.set('file', new Blob([new Uint8Array(video(size))]), 'video.mp4')
  const answer = await fetch(`${env.SURVEYCTL_BASE_URL}/quiz/${id}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.SURVEYCTL_API_KEY}` },
    body: form,
  })
  const { url } = (await answer.json()) as { url?: string }
  if (url === undefined) throw new Error(`A video of ${size} MiB was not taken: ${answer.status}`)
  return url
}

async function withVideos(sandbox: Sandbox): Promise<void> {
  const id = await made(sandbox, widgetsOf([examples.input], 1))
  const entities: Record<string, object> = { welcome: examples.welcome }
  for (const size of videos)
    entities[randomUUID()] = { ...examples.input, multimedia: { type: 'video', videoUrl: await upload(sandbox, id, size) } }
  entities.submit = examples.submit
  await sandbox.post(`/quiz/${id}/save`, { ids: Object.keys(entities), entities })
}

const backup = (...words: readonly string[]): Contender['command'] => [
  process.execPath,
  launcher,
  'account',
  'backup',
  ...words,
  '--quiet',
  '--allow-gaps',
]

/** A part that makes its own account. */
async function compared(sandbox: Sandbox, title: string, flag: string, rounds: number): Promise<Measured[]> {
  const { env } = sandbox
  const folder = freshFolder()
  const [first, copy, later, plain] = ['first', 'copy', 'later', 'plain'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  const asked = askedBy(backup(first, flag).slice(2), env, folder)
  const again = askedBy(backup(later, flag, '--from', first).slice(2), env, folder)
  const mostly = { env, rounds, warmUps: 0 }
  return [
    ...(await measure({
      ...mostly,
      title: `A backup of ${title}, to curl asking the same`,
      baseline: curlOf(asked, env, plain),
      contenders: [{ name: `account backup ${flag}`, command: backup(copy, flag), limit: 1.3, most }],
      prepare: () => rmSync(copy, { recursive: true, force: true }),
    })),
    ...(await measure({
      ...mostly,
      title: `The next one of ${title}, of which nothing has changed, to curl asking the same`,
      baseline: curlOf(again, env, plain),
      contenders: [{ name: `account backup ${flag} --from`, command: backup(copy, flag, '--from', first), most }],
      prepare: () => rmSync(copy, { recursive: true, force: true }),
    })),
    figure('Requests', `of ${title}`, asked.length, null),
    figure('Requests', 'of the next one', again.length, null),
  ]
}

export async function ofAnswers(sandbox: Sandbox, rounds: number): Promise<Measured[]> {
  const { yesno, choice, rating, scale, dropdown, input } = examples
  const id = await made(sandbox, widgetsOf([yesno, choice, rating, scale, dropdown, yesno, rating, input], 1))
  sandbox.control(['answer', String(id), '--count', String(answers), '--days', '300', '--seed', '1'])
  return compared(sandbox, `${answers.toLocaleString('en')} answers`, '--answers', rounds)
}

export async function ofMedia(sandbox: Sandbox, rounds: number): Promise<Measured[]> {
  await withVideos(sandbox)
  const sum = videos.reduce((all, size) => all + size, 0)
  return compared(sandbox, `${sum} MiB of media`, '--media', rounds)
}
