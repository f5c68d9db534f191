/** What only the respondent page's own script does, in a real browser: what is lost, late, dragged or taken back. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../src/model/survey.ts'
import { noBrowser } from '../support/browser.ts'
import { usePages } from '../support/pages.ts'
import { published, versionOf, type Published } from '../support/respondent.ts'
import { useSandbox } from '../support/served.ts'

const questions: Record<string, Question> = {
  ages: { type: 'slider', title: 'Your age' },
  order: {
    type: 'ranking',
    title: 'What matters?',
    isRequired: true,
    rankingEntities: [
      { id: 'a', title: 'Price' },
      { id: 'b', title: 'Speed' },
      { id: 'c', title: 'Care' },
    ],
  },
  receipt: { type: 'file', title: 'The receipt', fileMaxCount: 2 },
  why: { type: 'input', title: 'Why?' },
  submit: { type: 'submit', title: 'Done' },
}

describe.skipIf(noBrowser)(`the respondent page's script${noBrowser}`, () => {
  const served = useSandbox('empty', { keep: true })
  const open = usePages()

  async function visit({ url }: Published): Promise<Page> {
    const page = await open({ viewport: { width: 1000, height: 900 } })
    await page.goto(url)
    return page
  }
  const all = (more: Record<string, Question> = {}): Promise<Published> =>
    published(served.sandbox, versionOf({ ...questions, ...more }, { show_by_one: false }))
  const only = ({ answers }: Published) => answers()[0]?.values ?? {}

  test('what the slider shows is what the number says, and the other way round', async () => {
    const survey = await all()
    const page = await visit(survey)
    const [range, number] = [page.locator('.slider [type=range]'), page.locator('.slider [type=number]')]
    await range.fill('40')
    expect(await number.inputValue()).toBe('40')
    await number.fill('70')
    expect(await range.inputValue()).toBe('70')
    await number.blur()
    await expect.poll(() => only(survey).ages).toBe(70)
  })

  test('an option is moved by its button, which stays under the finger, and by dragging it', async () => {
    const survey = await all()
    const page = await visit(survey)
    await page
      .getByRole('button', { name: /: Care$/ })
      .first()
      .click()
    await expect.poll(() => only(survey).order).toEqual(['a', 'c', 'b'])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/: Care$/)
    const [from, to] = [page.locator('.ranking li').nth(0), page.locator('.ranking li').nth(2)]
    await from.hover()
    await page.mouse.down()
    const box = (await to.boundingBox())!
    await page.mouse.move(box.x + 30, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => only(survey).order).toEqual(['c', 'b', 'a'])
    expect(await page.locator('.ranking .place').allTextContents()).toEqual(['1', '2', '3'])
  })

  test('a required ranking that was left as it stood is answered with the order shown', async () => {
    const survey = await all()
    const page = await visit(survey)
    await page.click('#next')
    await page.locator('.card.end').waitFor()
    expect(only(survey).order).toEqual(['a', 'b', 'c'])
  })

  test('a file may be taken back, and one that is too large says so', async () => {
    const survey = await all({ receipt: { type: 'file', title: 'The receipt', fileMaxBytes: 1000 } })
    const page = await visit(survey)
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1001) })
    await page.locator('[data-id=receipt] .problem').filter({ hasText: /\S/ }).waitFor()
    expect(await page.locator('.files li').count()).toBe(0)
    await input.setInputFiles({ name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('12.50') })
    await page.locator('.files li').getByRole('button').click()
    await expect.poll(() => only(survey).receipt ?? []).toEqual([])
    expect(await page.locator('.files li').count()).toBe(0)
  })

  test('what was typed last is stored when the page is left at once', async () => {
    const survey = await all()
    const page = await visit(survey)
    await page.locator('[data-id=why] textarea, [data-id=why] input').first().fill('Because')
    await page.locator('[data-id=why] textarea, [data-id=why] input').first().blur()
    await page.goto('about:blank')
    await expect.poll(() => only(survey).why).toBe('Because')
  })

  test('says when nothing can be stored, and takes it back once it can', async () => {
    const survey = await all()
    const page = await visit(survey)
    const field = page.locator('[data-id=why] textarea, [data-id=why] input').first()
    await page.context().setOffline(true)
    await field.fill('Once')
    await field.blur()
    await page.locator('#alert').filter({ hasText: /\S/ }).waitFor()
    await page.context().setOffline(false)
    await field.fill('Twice')
    await field.blur()
    await expect.poll(() => only(survey).why).toBe('Twice')
    await expect.poll(() => page.locator('#alert').textContent()).toBe('')
  })
})
