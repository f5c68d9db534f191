/** Pages in a browser, which are closed with their test. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'

/** Opens an empty one, in a context of its own. */
export function usePages(): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser | undefined
  const pages: Page[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()))
  })
  afterAll(() => browser?.close())
  return async (options) => {
    const context = await browser!.newContext(options)
    const page = await context.newPage()
    pages.push(page)
    return page
  }
}
