/** A page of the service, answered by a person in a browser, whatever it asks. */

export interface Taken {
  /** In the order in which they were there. */
  screens: string[]
  end: string
}

/** Answers the page that is open, as far as it asks; runs in the browser. */
export async function answerPage(answers: Record<string, unknown>): Promise<Taken> {
  const find = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)]
  const sections = (): HTMLElement[] => find('#survey [data-id]').filter(({ hidden }) => !hidden)
  const told = (field: HTMLElement): boolean => field.dispatchEvent(new Event('change', { bubbles: true }))
  const write = (field: HTMLInputElement | HTMLSelectElement, value: string): void => {
    field.value = value
    told(field)
  }
  const until = async (isDone: () => boolean): Promise<void> => {
    for (const end = Date.now() + 60_000; !isDone() && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const isKept = (section: HTMLElement): boolean => section.querySelector('.files [type=hidden]') !== null
  /** A question that is off the way again is not answered any more. */
  const answer = async (section: HTMLElement): Promise<void> => {
    const id = section.dataset.id!
    const value = answers[id]
    if (value === undefined) return
    const wanted = (name: string): string[] =>
      [name === id ? value : (value as Record<string, unknown>)[name.slice(`${id}.row.`.length)]].flat().map(String)
    const upload = section.querySelector<HTMLInputElement>('[type=file]')
    if (upload && !isKept(section)) {
      const files = new DataTransfer()
      files.items.add(new File(['text'], 'note.txt', { type: 'text/plain' }))
      upload.files = files.files
      told(upload)
      await until(() => isKept(section))
    }
    const ranking = section.querySelector('.ranking ol')
    for (const [at, option] of ranking ? (value as string[]).entries() : []) {
      const item = (): HTMLElement => section.querySelector<HTMLElement>(`[name="${id}.rank.${option}"]`)!.closest('li')!
      do item().querySelector('button')!.click()
      while ([...ranking!.children].indexOf(item()) > at)
    }
    for (const field of section.querySelectorAll<HTMLInputElement>('[type=radio],[type=checkbox]'))
      if (wanted(field.name).includes(field.value) !== field.checked) field.click()
    if (ranking || upload) return
    const field = [...section.querySelectorAll<HTMLInputElement>('input,select,textarea')].find((each) => each.name === id)
    if (field && field.type !== 'radio' && field.type !== 'checkbox' && field.value !== String(value)) write(field, String(value))
  }
  const screens: string[] = []
  for (let turn = 0; document.getElementById('survey') && turn < 300; turn++) {
    const names = (): string =>
      sections()
        .map(({ dataset }) => dataset.id)
        .join(' ')
    // All at once: what is given brings others, and takes some away.
    for (let before = ''; before !== names();) {
      before = names()
      for (const section of sections()) if (!section.hidden) await answer(section)
    }
    if (document.querySelector('form.one')) screens.push(names())
    else screens.splice(0, screens.length, ...names().split(' '))
    const before = names()
    const problem = (): string | undefined => find('.problem').find(({ textContent }) => textContent !== '')?.textContent ?? undefined
    document.getElementById('next')!.click()
    await until(() => !document.getElementById('survey') || names() !== before || problem() !== undefined)
    if (document.getElementById('survey') && problem() !== undefined) return { screens, end: `refused: ${problem()}` }
  }
  return { screens, end: document.getElementById('main')!.innerText.trim() }
}
