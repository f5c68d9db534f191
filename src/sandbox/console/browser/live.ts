/** A list that is updated while the page is open, until its button pauses it. */
import { showCopies } from './copies.ts'
import { noticed, showNotice } from './notice.ts'

const silence = 'The sandbox does not respond; this page may be out of date'

export function keepLive(list: HTMLElement, toggle: HTMLElement): void {
  const listen = (): EventSource => {
    const source = new EventSource(toggle.dataset.events ?? '')
    source.addEventListener('items', ({ data }) => redraw(list, JSON.parse(data)))
    source.addEventListener('error', () => showNotice(silence))
    source.addEventListener('open', () => {
      if (noticed() === silence) showNotice('')
    })
    return source
  }
  let source = listen()
  toggle.hidden = false
  toggle.addEventListener('click', () => {
    const isPaused = toggle.toggleAttribute('data-paused')
    toggle.textContent = isPaused ? 'Resume' : 'Pause'
    if (isPaused) source.close()
    else source = listen()
  })
}

function parse(html: string): HTMLElement[] {
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.children].filter((child) => child instanceof HTMLElement)
}

/** Items are identified by data-key; one that hasn't changed stays in place, so that focus and selection are kept. */
function redraw(list: HTMLElement, html: string): void {
  const here = new Map([...list.querySelectorAll<HTMLElement>(':scope > *')].map((item) => [item.dataset.key, item]))
  const items = parse(html).map((item) => {
    showCopies(item)
    const old = here.get(item.dataset.key)
    if (old && old.dataset.state === item.dataset.state) return old
    item.classList.add('fresh')
    return item
  })
  for (const old of here.values()) if (!items.includes(old)) old.remove()
  items.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  })
  for (const bare of document.querySelectorAll<HTMLElement>('[data-while-empty]')) bare.hidden = items.length > 0
  for (const shown of document.querySelectorAll<HTMLElement>('[data-while-filled]')) shown.hidden = items.length === 0
}
