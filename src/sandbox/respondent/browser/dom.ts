/** An element that the page has been drawn with. */
export function need<E extends Element = HTMLElement>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

/** As if the respondent had changed the field. */
export const changed = (field: Element): boolean => field.dispatchEvent(new Event('change', { bubbles: true }))

export function button(text: string, click: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'plain'
  made.textContent = text
  made.addEventListener('click', click)
  return made
}
