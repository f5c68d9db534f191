/** The console's script: copy buttons, and lists that are updated. Without it, pages are updated by reloading them. */
export const script = `(() => {
'use strict'
const notice = document.getElementById('notice')
const showNotice = (text) => { notice.textContent = text }

const showCopies = (root) => { if (navigator.clipboard) for (const button of root.querySelectorAll('.copy')) button.hidden = false }
showCopies(document)
document.addEventListener('click', async (event) => {
  const button = event.target.closest('.copy')
  if (!button) return
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
    showNotice(button.getAttribute('aria-label').replace('Copy ', '') + ' copied')
    setTimeout(() => { button.textContent = 'Copy'; showNotice('') }, 2000)
  } catch {
    showNotice('The browser does not allow copying here')
  }
})

const live = document.getElementById('live'), list = document.querySelector('[data-live]')
if (!live || !list) return
const parse = (html) => {
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.children]
}
/** Items are identified by data-key; one that hasn't changed stays in place, so that focus and selection are kept. */
const redraw = (html) => {
  const here = new Map([...list.children].map((item) => [item.dataset.key, item]))
  const items = parse(html).map((item) => {
    showCopies(item)
    const old = here.get(item.dataset.key)
    if (old && old.dataset.state === item.dataset.state) return old
    item.classList.add('fresh')
    return item
  })
  for (const old of [...list.children]) if (!items.includes(old)) old.remove()
  items.forEach((item, index) => { if (list.children[index] !== item) list.insertBefore(item, list.children[index] || null) })
  for (const bare of document.querySelectorAll('[data-while-empty]')) bare.hidden = items.length > 0
  for (const shown of document.querySelectorAll('[data-while-filled]')) shown.hidden = items.length === 0
}
let source
const listen = () => {
  source = new EventSource(live.dataset.events)
  source.addEventListener('items', (event) => redraw(JSON.parse(event.data)))
  source.addEventListener('error', () => showNotice('The sandbox does not respond; this page may be out of date'))
  source.addEventListener('open', () => { if (notice.textContent.startsWith('The sandbox does not')) showNotice('') })
}
live.hidden = false
live.addEventListener('click', () => {
  const on = live.dataset.paused !== undefined
  live.toggleAttribute('data-paused', !on)
  live.textContent = on ? 'Pause' : 'Resume'
  if (on) listen()
  else source.close()
})
listen()
})()`
