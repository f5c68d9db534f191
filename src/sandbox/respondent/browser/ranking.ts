/** A ranking whose options are moved, by buttons or by dragging them; what is sent stays in the fields that a page without a script shows. */
import type { FormBoot } from '../boot.ts'
import { button, changed, need } from './dom.ts'

export function enhanceRanking(list: HTMLFieldSetElement, texts: FormBoot['texts']): void {
  list.classList.add('moves')
  for (const item of itemsOf(list)) {
    const position = document.createElement('span')
    position.className = 'place'
    item.prepend(position)
    positionOf(item).hidden = true
    const move = (text: string, symbol: string, step: () => void): void => {
      const made = button(symbol, () => {
        step()
        takeOrder(list)
        made.focus()
      })
      made.setAttribute('aria-label', `${text}: ${need(item, 'label').textContent}`)
      item.append(made)
    }
    move(texts.move_up, '↑', () => item.previousElementSibling?.before(item))
    move(texts.move_down, '↓', () => item.nextElementSibling?.after(item))
    drag(item, () => takeOrder(list))
  }
  number(list)
  if (itemsOf(list).some((item) => positionOf(item).value !== '')) list.classList.add('set')
}

const itemsOf = (list: Element): Element[] => [...need(list, 'ol').children]
const positionOf = (item: Element): HTMLSelectElement => need(item, 'select')

function number(list: Element): void {
  itemsOf(list).forEach((item, index) => {
    need(item, '.place').textContent = String(index + 1)
  })
}

/** The order shown becomes the answer. */
export function takeOrder(list: Element): void {
  number(list)
  list.classList.add('set')
  itemsOf(list).forEach((item, index) => {
    positionOf(item).value = String(index + 1)
  })
  changed(need(list, 'select'))
}

/** `onDrop` runs when the item was moved. */
function drag(item: Element, onDrop: () => void): void {
  item.addEventListener('pointerdown', (start) => {
    if (!(start instanceof PointerEvent) || !(start.target instanceof Element)) return
    if (start.button !== 0 || start.target.closest('button') || item.closest('fieldset')?.disabled) return
    let moved = false
    item.setPointerCapture(start.pointerId)
    const move = (event: Event): void => {
      if (!(event instanceof PointerEvent)) return
      const other = document.elementFromPoint(item.getBoundingClientRect().left + 20, event.clientY)?.closest('li')
      const list = item.parentElement
      if (!other || other === item || !list || other.parentElement !== list) return
      moved = true
      item.classList.add('held')
      // The other items are moved instead: an element that is moved loses the pointer that it has captured.
      const all = [...list.children]
      const [from, to] = [all.indexOf(item), all.indexOf(other)]
      if (from < to) item.before(...all.slice(from + 1, to + 1))
      else item.after(...all.slice(to, from))
    }
    const end = (): void => {
      item.classList.remove('held')
      item.removeEventListener('pointermove', move)
      if (moved) onDrop()
    }
    item.addEventListener('pointermove', move)
    item.addEventListener('lostpointercapture', end, { once: true })
  })
}
