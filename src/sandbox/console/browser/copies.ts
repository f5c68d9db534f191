/** Buttons that copy a value, shown where the browser lets a page copy. */
import { showNotice } from './notice.ts'

export function showCopies(root: ParentNode): void {
  // Absent where the page came from another machine over plain HTTP.
  if (!('clipboard' in navigator)) return
  for (const button of root.querySelectorAll<HTMLElement>('.copy')) button.hidden = false
}

export async function copy(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
  } catch {
    return showNotice('The browser does not allow copying here')
  }
  button.textContent = 'Copied'
  showNotice(`${button.getAttribute('aria-label')?.replace('Copy ', '')} copied`)
  setTimeout(() => {
    button.textContent = 'Copy'
    showNotice('')
  }, 2000)
}
