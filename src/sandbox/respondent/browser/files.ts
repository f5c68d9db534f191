/** Files are uploaded as they are chosen; the form has only their ids. */
import type { FormBoot, Replies } from '../boot.ts'
import { button, changed, need } from './dom.ts'

interface UploadOptions {
  texts: FormBoot['texts']
  /** `null` when the network failed. */
  send: (question: string, file: File) => Promise<Replies['file'] | null>
  /** What is wrong with the question's answer; '' for nothing. */
  problem: (question: string, text: string) => void
}

export function enhanceFiles(field: Element, question: string, { texts, send, problem }: UploadOptions): void {
  const input = need<HTMLInputElement>(field, 'input[type=file]')
  const list = need(field, 'ul')
  const removable = (item: Element): void => {
    item.append(
      button(texts.file_remove, () => {
        item.remove()
        changed(list)
        input.focus()
      }),
    )
  }
  for (const item of list.children) removable(item)

  const add = async (file: File): Promise<void> => {
    const [item, name] = [document.createElement('li'), document.createElement('span')]
    name.textContent = `${file.name} · ${texts.file_sending}`
    item.append(name)
    list.append(item)
    const reply = await send(question, file)
    if (!reply || !('file' in reply)) {
      item.remove()
      problem(question, reply && 'problem' in reply ? reply.problem : texts.not_saved)
      return
    }
    const id = document.createElement('input')
    Object.assign(id, { type: 'hidden', name: question, value: reply.file.id })
    name.textContent = reply.file.name
    item.append(id)
    removable(item)
    changed(list)
  }
  input.addEventListener('change', async () => {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    problem(question, '')
    for (const file of chosen) await add(file)
  })
}
