const notice = document.querySelector('#notice')

export const noticed = (): string => notice?.textContent ?? ''

export function showNotice(text: string): void {
  if (notice) notice.textContent = text
}
