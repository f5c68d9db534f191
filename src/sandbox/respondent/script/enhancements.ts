/** Script for single controls: sliders, rankings, uploads, frames that fit their content. */
export const enhancements = `
const changed = (field) => field.dispatchEvent(new Event('change', { bubbles: true }))

function enhance(form, boot, { post, problem }) {
  form.querySelectorAll('.slider').forEach(enhanceSlider)
  form.querySelectorAll('.ranking').forEach((list) => enhanceRanking(list, boot.texts))
  form.querySelectorAll('.files').forEach((files) => enhanceFiles(files, form, boot, post, problem))
  form.querySelectorAll('iframe.content').forEach(fitFrame)
}

/** Leaving a required ranking unchanged answers it with the order shown. */
function settle(section, expired) {
  const ranking = section.querySelector('.ranking')
  if (ranking && !expired && section.querySelector('.star') && !ranking.disabled) ranking.place()
}

function enhanceSlider(slider) {
  const [range, number] = slider.querySelectorAll('input')
  range.addEventListener('input', () => { number.value = range.value })
  range.addEventListener('change', (event) => { event.stopPropagation(); number.value = range.value; changed(number) })
  number.addEventListener('input', () => { if (number.value !== '') range.value = number.value })
}

function enhanceRanking(list, texts) {
  const ol = list.querySelector('ol')
  list.classList.add('moves')
  const button = (item, text, symbol, move) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'plain'
    made.textContent = symbol
    made.setAttribute('aria-label', text + ': ' + item.querySelector('label').textContent)
    made.addEventListener('click', () => { move(); list.place(); made.focus() })
    item.append(made)
  }
  for (const item of ol.children) {
    const place = document.createElement('span')
    place.className = 'place'
    item.prepend(place)
    item.querySelector('select').hidden = true
    button(item, texts.move_up, '↑', () => { if (item.previousElementSibling) item.previousElementSibling.before(item) })
    button(item, texts.move_down, '↓', () => { if (item.nextElementSibling) item.nextElementSibling.after(item) })
    drag(item, () => list.place())
  }
  const number = () => [...ol.children].forEach((item, index) => { item.querySelector('.place').textContent = index + 1 })
  list.place = () => {
    number()
    list.classList.add('set')
    ;[...ol.children].forEach((item, index) => { item.querySelector('select').value = index + 1 })
    changed(ol.querySelector('select'))
  }
  number()
  if (ol.querySelector('select').value !== '') list.classList.add('set')
}

function drag(item, done) {
  item.addEventListener('pointerdown', (start) => {
    if (start.button !== 0 || start.target.closest('button') || item.closest('fieldset').disabled) return
    let moved = false
    item.setPointerCapture(start.pointerId)
    const move = (event) => {
      const over = document.elementFromPoint(item.getBoundingClientRect().left + 20, event.clientY)
      const other = over && over.closest('li')
      if (!other || other === item || other.parentNode !== item.parentNode) return
      moved = true
      item.classList.add('held')
      item.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? other.after(item) : other.before(item)
    }
    const end = () => {
      item.classList.remove('held')
      item.removeEventListener('pointermove', move)
      if (moved) done()
    }
    item.addEventListener('pointermove', move)
    item.addEventListener('lostpointercapture', end, { once: true })
  })
}

function enhanceFiles(files, form, boot, post, problem) {
  const input = files.querySelector('input[type=file]'), list = files.querySelector('ul')
  const id = input.closest('[data-id]').dataset.id
  const removable = (item) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = boot.texts.file_remove
    button.addEventListener('click', () => { item.remove(); changed(list); input.focus() })
    item.append(button)
  }
  for (const item of list.children) removable(item)
  input.addEventListener('change', async () => {
    const chosen = [...input.files]
    input.value = ''
    problem(id, '')
    for (const file of chosen) {
      const item = document.createElement('li'), name = document.createElement('span')
      name.textContent = file.name + ' · ' + boot.texts.file_sending
      item.append(name)
      list.append(item)
      const body = new FormData()
      body.append('token', form.elements.token.value)
      body.append('version', form.elements.version.value)
      body.append('question', id)
      for (const [field, value] of new FormData(form)) if (field.startsWith('hidden.')) body.append(field, value)
      body.append('file', file)
      const reply = await post('/file', [], body)
      if (!reply || !reply.file) { item.remove(); problem(id, reply && reply.problem ? reply.problem : boot.texts.not_saved); continue }
      const kept = document.createElement('input')
      kept.type = 'hidden'
      kept.name = id
      kept.value = reply.file.id
      name.textContent = reply.file.name
      item.append(kept)
      removable(item)
      changed(list)
    }
  })
}

/** Gives the frame the height of its content, and its content the page's colours and font. */
function fitFrame(frame) {
  const fit = () => {
    const content = frame.contentDocument && frame.contentDocument.body
    if (!content) return
    const { color, colorScheme, fontFamily } = getComputedStyle(frame)
    Object.assign(content.style, { color, fontFamily })
    frame.contentDocument.documentElement.style.colorScheme = colorScheme
    frame.style.height = content.offsetHeight + 26 + 'px'
  }
  frame.addEventListener('load', fit)
  new ResizeObserver(fit).observe(frame.parentNode)
  fit()
}
`
