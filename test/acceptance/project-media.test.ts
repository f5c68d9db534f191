/** Pictures and long texts of a survey in files of their own: brought here, uploaded once, refused where they can't be. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { startBlind } from '../support/blind.ts'
import { inProject } from '../support/in-project.ts'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'
import { startProject } from '../support/project.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject()
const photo = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')
/** Other bytes, and still a picture. */
const other = Buffer.concat([readFileSync(photo), Buffer.from('other')])

const folder = (): string => join(here.cwd, 'surveys', 'spring')
const put = (path: string, content: string | Buffer): void => {
  const target = join(folder(), path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
}
const title = 'title: How do you rate the delivery?'
const withPicture = (path = 'media/van.png'): void =>
  here.edit('spring', title, `${title}\n    multimedia: {type: img, imgUrl: {file: ${path}}}`)
const others = ['Tools', 'Pots', 'Furniture'].map((name, index) => `{id: "${index + 2}", title: ${name}}`).join(', ')
const withOption = (path = 'media/seeds.png'): void =>
  here.edit(
    'spring',
    'title: What did you order?',
    `title: What did you order?\n    choiceImageEntities: [{id: "1", title: Seeds, link: {file: ${path}}}, ${others}]`,
  )
const state = (): any => JSON.parse(readFileSync(join(here.cwd, '.surveyctl/state/default/spring.json'), 'utf8'))
const view = async (): Promise<any[]> => Object.values((await here.sandbox.request('GET', '/quiz/42')).body.widgets.entities)
const pictureOf = async (): Promise<string | undefined> => (await view()).find(({ type }) => type === 'rating').multimedia?.imgUrl
const uploads = (requests: string[]): string[] => requests.filter((line) => line.includes('/media'))

it('uploads a file once, anew when it changes, and nothing where nothing changed', async () => {
  await here.pulled('spring')
  put('media/van.png', readFileSync(photo))
  put('media/seeds.png', other)
  withPicture()
  withOption()
  const { stdout } = await here.project('plan', 10)
  expect(stdout).toMatch(/\+ media\/van\.png +upload, [\d.]+ (KB|bytes)\n/)
  expect(stdout).toContain('3 requests')
  expect(stdout).not.toContain('surveyctl-file')
  expect(await here.asked(() => here.project('status', 10))).toEqual([])
  expect((await here.project('apply --dry-run --yes')).stdout).toContain('/quiz/42/media')
  expect(await here.writes(() => here.project('apply --yes'))).toEqual([
    'POST /quiz/42/media/widget-image',
    'POST /quiz/42/media',
    'POST /quiz/42/save',
  ])
  const address = (await pictureOf())!
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(readFileSync(photo))
  const { choiceImageEntities } = (await view()).find((each) => each.choiceImageEntities)
  expect(Buffer.from(await (await fetch(choiceImageEntities[0].link)).arrayBuffer())).toEqual(other)
  expect(state().media['media/van.png']).toEqual({ sha256: expect.stringMatching(/^[\da-f]{64}$/), url: address })
  await here.project('plan')
  await here.project('status')
  await here.project('drift')
  expect(await here.writes(() => here.project('apply --yes'))).toEqual([])
  const text = here.text('spring')
  await here.project('pull')
  expect(here.text('spring')).toBe(text)

  put('media/van.png', other)
  expect(await here.asked(() => here.project('status', 10))).toEqual([])
  await here.project('plan', 10)
  // The service has these bytes already, under the option's address.
  expect(uploads(await here.writes(() => here.project('apply --yes')))).toEqual([])
  expect(await pictureOf()).toBe(choiceImageEntities[0].link)
  put('media/van.png', Buffer.concat([other, other]))
  expect(uploads(await here.writes(() => here.project('apply --yes')))).toEqual(['POST /quiz/42/media'])
  expect(Buffer.from(await (await fetch((await pictureOf())!)).arrayBuffer())).toEqual(Buffer.concat([other, other]))
  await here.project('plan')
})

/** The survey's pictures by their addresses, as a colleague put them there. */
async function pictured(): Promise<void> {
  await here.project('adopt spring 42')
  put('media/van.png', readFileSync(photo))
  put('media/seeds.png', other)
  withPicture()
  withOption()
  await here.project('apply --yes')
  rmSync(join(here.cwd, 'surveys'), { recursive: true })
  rmSync(join(here.cwd, '.surveyctl'), { recursive: true })
}

it('brings pictures here where surveyctl.yaml says so, once, and uploads all of them into another account', async () => {
  await pictured()
  const config = join(here.cwd, 'surveyctl.yaml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}media: files\n`)
  await here.project('adopt spring 42')
  const files = readdirSync(join(folder(), 'media')).sort()
  expect(files).toEqual(['seeds.png', 'van.png'])
  expect(readFileSync(join(folder(), 'media/van.png'))).toEqual(readFileSync(photo))
  expect(here.text('spring')).toMatch(/imgUrl: \{ file: media\/van\.png \}|imgUrl:\n\s+file: media\/van\.png/)
  await here.project('plan')
  const [text, before] = [here.text('spring'), here.written()]
  expect((await here.asked(() => here.project('pull'))).filter((line) => line.includes('/files/'))).toEqual([])
  expect([here.text('spring'), here.written() === before]).toEqual([text, true])

  const second = await startSandbox({ seed: 'empty' })
  try {
    const { baseUrl, apiKey, workspaceId: workspace, env, folderId } = second
    const cwd = freshFolder()
    execFileSync('cp', ['-r', join(here.cwd, 'surveys'), config, cwd])
    writeFileSync(
      join(cwd, 'surveyctl.yaml'),
      `${readFileSync(config, 'utf8')}environments: {default: {folders: {Customers: ${folderId}}}}\n`,
    )
    const survey = join(cwd, 'surveys/spring/survey.yaml')
    const { format, name, folder: home, screens } = parse(readFileSync(survey, 'utf8'))
    writeFileSync(survey, stringify({ format, name, folder: home, screens }))
    const run = surveyctl({ baseUrl, apiKey, workspace, env })
    const { exitCode, stdout, stderr } = await run(['project', 'apply', '--yes', '--no-check', '--json'], { cwd })
    expect(exitCode, stdout + stderr).toBe(0)
    expect(uploads(second.requests).filter((line) => line.startsWith('POST'))).toHaveLength(2)
    expect((await run(['project', 'plan'], { cwd })).exitCode).toBe(0)
  } finally {
    await second.close()
  }
})

it('takes a changed picture of the service under another name, and turns addresses into files later too', async () => {
  await here.pulled('spring')
  put('media/van.png', readFileSync(photo))
  withPicture()
  await here.project('apply --yes')
  const config = join(here.cwd, 'surveyctl.yaml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}media: files\n`)
  const { url } = (await here.run(['media', 'upload', '42', photo, '--json'], { cwd: here.cwd })).json
  const { ids, entities } = (await here.sandbox.request('GET', '/quiz/42')).body.widgets
  const rating = Object.keys(entities).find((id) => entities[id].type === 'rating')!
  entities[rating].multimedia.imgUrl = url
  await here.sandbox.request('POST', '/quiz/42/save', { ids, entities })
  expect(await pictureOf()).toBe(url)
  await here.project('pull')
  expect(readdirSync(join(folder(), 'media')).sort()).toEqual(['photo.png', 'van.png'])
  expect(here.text('spring')).toContain('media/photo.png')
  await here.project('plan')
})

it('leaves an address that cannot be downloaded, with a warning', async () => {
  await here.pulled('spring')
  const dead = 'http://127.0.0.1:9/van.png'
  here.edit('spring', title, `${title}\n    multimedia: {type: img, imgUrl: "${dead}"}`)
  await here.project('apply --yes')
  const config = join(here.cwd, 'surveyctl.yaml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}media: files\n`)
  const { stderr } = await here.project('pull')
  expect(stderr).toContain(`spring: ${dead} stays an address`)
  expect(here.text('spring')).toContain(dead)
  await here.project('plan')
})

it('sends a text from its file, and brings a changed one back into it', async () => {
  await here.pulled('spring')
  const page = '<h1>Wörter</h1>\n<p>Answers are kept for two years.</p>\n'
  put('texts/privacy.html', page)
  here.edit('spring', 'htmlContent: <p>Answers are kept for a year.</p>', "htmlContent: { file: texts/privacy.html } # the lawyers' text")
  put('head.js', '<script>1</script>')
  here.edit('spring', 'scripts_in_head_enabled: false', 'scripts_in_head_enabled: false\n  scripts_in_head: { file: head.js }')
  expect((await here.project('plan', 10)).stdout).toContain('Wörter')
  await here.project('apply --yes')
  expect((await view()).find(({ type }) => type === 'html').htmlContent).toBe(page)
  await here.project('plan')
  const text = here.text('spring')
  await here.run(['question', 'set', '42', 'html-1', 'htmlContent=<p>New</p>', 'title=Other'])
  await here.run(['quiz', 'set', '42', 'scripts_in_head=<script>2</script>'])
  await here.project('drift', 10)
  await here.project('pull')
  expect(here.text('spring')).toBe(text.replace('title: How we use your answers', 'title: Other'))
  expect([readFileSync(join(folder(), 'texts/privacy.html'), 'utf8'), readFileSync(join(folder(), 'head.js'), 'utf8')]).toEqual([
    '<p>New</p>',
    '<script>2</script>',
  ])
  await here.project('plan')
})

it('tells all that is wrong with files, each with its place, before anything is asked', async () => {
  await here.pulled('spring')
  const outside = join(here.cwd, 'secret.txt')
  writeFileSync(outside, 'outside')
  mkdirSync(join(folder(), 'media'))
  symlinkSync(outside, join(folder(), 'media/link.png'))
  symlinkSync(here.cwd, join(folder(), 'linked'))
  execFileSync('mkfifo', [join(folder(), 'pipe.html')])
  put('large.html', '')
  truncateSync(join(folder(), 'large.html'), 10 * 2 ** 20 + 1)
  put('bytes.html', Buffer.from([0x66, 0xfc, 0x72]))
  put('media/empty.png', '')
  copyFileSync(photo, join(folder(), 'media/van.tif'))
  const places: [string, string][] = [
    ['media/link.png', 'is a symbolic link'],
    ['linked/secret.txt', 'linked is a symbolic link'],
    ['../../secret.txt', 'must name a file in surveys/spring'],
    [outside, 'must name a file in surveys/spring'],
    ['"a\\\\b"', 'must name a file in surveys/spring'],
    ['survey.yaml', 'must name a file in surveys/spring'],
    ['media', 'is not a file'],
    ['pipe.html', 'is not a file'],
    ['none.html', 'surveys/spring/none.html, which does not exist'],
    ['large.html', 'is larger than 10 MB'],
    ['bytes.html', 'is not UTF-8'],
  ]
  const screens = places.map(([path], index) => `  - {key: page-${index}, type: html, title: T, htmlContent: {file: ${path}}}`)
  const more = [
    '  - {key: media-1, type: message, title: M, multimedia: {type: img, imgUrl: {file: media/empty.png}}}',
    '  - {key: media-2, type: choice, title: M, choiceImageEntities: [{id: "1", title: A, link: {file: media/van.tif}}]}',
    '  - {key: media-3, type: message, title: {file: large.html}}',
  ]
  here.edit('spring', '  - key: submit', `${[...screens, ...more].join('\n')}\n  - key: submit`)
  const first =
    here
      .text('spring')
      .split('\n')
      .findIndex((line) => line.includes('page-0')) + 1
  const told = [...places.map(([, message]) => message), 'which is empty', 'must be jpeg', 'cannot be a file']
  expect(
    await here.asked(async () => {
      for (const line of ['plan', 'apply --yes', 'status', 'pull', 'fmt --check']) {
        const { stderr } = await here.project(line, 2)
        for (const [index, message] of told.entries())
          expect(stderr).toMatch(new RegExp(`surveys/spring/survey\\.yaml:${first + index}:\\d+ .*${message.replaceAll('.', '\\.')}`))
        expect(stderr).not.toContain('outside\n')
      }
    }),
  ).toEqual([])
})

it('stops before the first request where the disk has no room, and fails that survey alone where it fills up midway', async () => {
  await here.pulled('spring', 'onboarding')
  put('media/van.png', readFileSync(photo))
  withPicture()
  here.edit('onboarding', /^name: .*$/m, 'name: Welcome aboard')
  await here.sandbox.control('plan set', { change: { 'limits.disk_bytes': 10 } })
  const none = await here.writes(async () => {
    expect((await here.project('apply --yes --json', 4)).stderr).toContain('disk_limit_reached')
  })
  expect(none).toEqual([])
  await here.sandbox.control('plan set', { change: { 'limits.disk_bytes': null } })
  await here.sandbox.control('fault add', { pattern: 'POST /quiz/42/media', status: 403, code: 'disk_limit_reached', times: 1 })
  const { stdout } = await here.project('apply --yes --json', 9)
  expect(JSON.parse(stdout).map(({ key, status }: any) => [key, status])).toEqual([
    ['onboarding', 'applied'],
    ['spring', 'failed'],
  ])
  expect(await pictureOf()).toBeUndefined()
  await here.project('apply --yes')
  await here.project('plan')
})

it('is told before the first request where the plan is free', async () => {
  await here.pulled('spring')
  put('media/van.png', readFileSync(photo))
  withPicture()
  const filter = await startBlind(here.sandbox.baseUrl, '/tariff', [], { is_free: true })
  try {
    const state = join(here.cwd, '.surveyctl/state/default/spring.json')
    writeFileSync(state, readFileSync(state, 'utf8').replace(here.sandbox.baseUrl, filter.baseUrl))
    const there = startProject({ ...here.sandbox, baseUrl: filter.baseUrl }, here.cwd)
    const sent = await there.writes(async () => {
      expect((await there.project('apply', 4)).stderr).toMatch(
        /Nothing was sent[^]*surveys\/spring\/media\/van\.png: files of media need a paid plan, and this one is free/,
      )
    })
    expect(sent).toEqual([])
  } finally {
    await filter.close()
  }
})

it('stays where a colleague put another picture, unless files are to win: then it comes back, and is not uploaded again', async () => {
  await here.pulled('spring')
  put('media/van.png', readFileSync(photo))
  withPicture()
  await here.project('apply')
  const address = await pictureOf()
  const { ids, entities } = (await here.sandbox.request('GET', '/quiz/42')).body.widgets
  const rated = Object.values<any>(entities).find(({ type }) => type === 'rating')
  rated.multimedia.imgUrl = 'https://pictures.example.org/another.png'
  await here.sandbox.request('POST', '/quiz/42/save', { ids, entities })
  expect((await here.project('plan')).stdout).toMatch(/< screens\.rating-1\.multimedia .* → .*pictures\.example\.org/)
  expect(await here.writes(() => here.project('apply'))).toEqual([])
  expect(await here.writes(() => here.project('apply --exact'))).toEqual(['POST /quiz/42/save'])
  expect(await pictureOf()).toBe(address)
  await here.project('drift')
  // Other bytes by then: both changed it.
  rated.multimedia.imgUrl = 'https://pictures.example.org/third.png'
  await here.sandbox.request('POST', '/quiz/42/save', { ids, entities })
  put('media/van.png', other)
  expect((await here.project('plan', 1)).stdout).toContain('CONFLICT')
  expect(await here.writes(() => here.project('apply --exact'))).toEqual(['POST /quiz/42/media', 'POST /quiz/42/save'])
  expect(Buffer.from(await (await fetch((await pictureOf())!)).arrayBuffer())).toEqual(other)
  await here.project('plan')
})

it('goes on where it was killed between upload and save, and says what it has to upload again', async () => {
  await here.pulled('spring')
  put('media/van.png', readFileSync(photo))
  withPicture()
  const { baseUrl, apiKey, workspaceId: workspace, env } = here.sandbox
  await here.sandbox.control('fault add', { pattern: 'POST /quiz/42/save', status: 503, times: 100 })
  const child = spawn(process.execPath, [launcher, 'project', 'apply', '--yes'], {
    cwd: here.cwd,
    env: environment({ baseUrl, apiKey, workspace, env }),
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => state().media).toBeDefined()
  child.kill('SIGKILL')
  await ended
  await here.sandbox.control('fault clear')
  expect(await pictureOf()).toBeUndefined()
  expect(uploads(await here.writes(() => here.project('apply --yes')))).toEqual([])
  await here.project('plan')

  put('media/van.png', other)
  await here.sandbox.control('fault add', { pattern: 'POST /quiz/42/media', reset: true, after_commit: true, times: 1 })
  await here.project('apply --yes', 8)
  const { stderr } = await here.project('apply --yes')
  expect(stderr).toContain('van.png: it may have been uploaded before')
  expect(Buffer.from(await (await fetch((await pictureOf())!)).arrayBuffer())).toEqual(other)
  await here.project('plan')
})
