/** The console's script: copy buttons, and lists that are updated. Without it, pages are updated by reloading them. */
import { copy, showCopies } from './copies.ts'
import { keepLive } from './live.ts'

showCopies(document)
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('.copy') : null
  if (button) void copy(button)
})

const list = document.querySelector<HTMLElement>('[data-live]')
const toggle = document.getElementById('live')
if (list && toggle) keepLive(list, toggle)
