/** What single controls can do with a script: sliders, and frames that fit their content. */
import { changed, need } from './dom.ts'

/** The number beside the slider is what is sent. */
export function enhanceSlider(slider: Element): void {
  const range = need<HTMLInputElement>(slider, '[type=range]')
  const number = need<HTMLInputElement>(slider, '[type=number]')
  range.addEventListener('input', () => {
    number.value = range.value
  })
  range.addEventListener('change', (event) => {
    event.stopPropagation()
    number.value = range.value
    changed(number)
  })
  number.addEventListener('input', () => {
    if (number.value !== '') range.value = number.value
  })
}

/** Gives the frame the height of its content, and its content the page's colours and font. */
export function fitFrame(frame: HTMLIFrameElement): void {
  const fit = (): void => {
    const content = frame.contentDocument?.body
    if (!content) return
    const { color, colorScheme, fontFamily } = getComputedStyle(frame)
    Object.assign(content.style, { color, fontFamily })
    content.ownerDocument.documentElement.style.colorScheme = colorScheme
    frame.style.height = `${content.offsetHeight + 26}px`
  }
  frame.addEventListener('load', fit)
  if (frame.parentElement) new ResizeObserver(fit).observe(frame.parentElement)
  fit()
}
