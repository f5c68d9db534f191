/** Pages in a browser, and what serves them: all of it ends with its test. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'

interface Pages {
  /** An empty one, in a context of its own. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  /** Servers, which are stopped after their pages. */
  running: { stop: () => Promise<unknown> }[]
}

export function usePages(): Pages {
  let browser: Browser | undefined
  const running: Pages['running'] = []
  const pages: Page[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()))
    await Promise.all(running.splice(0).map((server) => server.stop()))
  })
  afterAll(() => browser?.close())
  return {
    running,
    open: async (options) => {
      const context = await browser!.newContext(options)
      const page = await context.newPage()
      pages.push(page)
      return page
    },
  }
}
