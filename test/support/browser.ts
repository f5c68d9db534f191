/** A browser that isn't ours to build: pages are used in it, pictures are read by it. */
import { existsSync, readFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** The one without windows first: pages take half the processor there. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path)) ?? places.at(-1)!

/** Why tests are skipped; empty where there is a browser. */
export const noBrowser = existsSync(executablePath) ? '' : ` (skipped: no browser at ${executablePath}; CHROMIUM names another)`

/** Its pages wait for what comes sooner or later as long as tests do. */
export async function openBrowser(): Promise<Browser> {
  const patience = 120_000
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    timeout: patience,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patience)
    return context
  }
  return browser
}

export interface Picture {
  width: number
  height: number
  /** `#RRGGBB` of each pixel, row by row. */
  colors: string[]
  /** The same as a PNG. */
  png: Buffer
}

/** What a browser makes of a picture. */
export async function readPicture(browser: Browser, path: string): Promise<Picture> {
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  const page = await browser.newPage()
  const read = await page.evaluate(
    async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const [width, height] = [image.naturalWidth, image.naturalHeight]
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const bytes = context.getImageData(0, 0, width, height).data
      // As text: numbers by the million take long to come over.
      let rgb = ''
      for (let at = 0; at < bytes.length; at += 4) rgb += String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!)
      return { width, height, rgb: btoa(rgb), png: canvas.toDataURL('image/png').split(',')[1]! }
    },
    `data:${type};base64,${readFileSync(path).toString('base64')}`,
  )
  await page.close()
  const rgb = Buffer.from(read.rgb, 'base64')
  const colors = Array.from({ length: rgb.length / 3 }, (_, pixel) => `#${rgb.toString('hex', pixel * 3, pixel * 3 + 3).toUpperCase()}`)
  return { ...read, colors, png: Buffer.from(read.png, 'base64') }
}
