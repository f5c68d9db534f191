/** Script for the respondent's path through the survey. */
export const way = `
const section = (id) => document.querySelector('[data-id="' + CSS.escape(id) + '"]')
const question = (id) => boot.questions[id]
const silent = ['welcome', 'message', 'html', 'submit']
const counts = (id) => !silent.includes(question(id).type)
const values = () => { const given = entries(); return Object.fromEntries(boot.ids.map((id) => [id, valueOf(id, given)])) }
/** The logic expects a file as an object, as on the server. */
const valueOf = (id, given) => { const value = decode(question(id).type, id, given); return question(id).type === 'file' ? value.map((file) => ({ id: file })) : value }
const isBlank = (value) => (typeof value === 'string' && value.trim() === '') || (typeof value === 'object' && Object.values(value).every(isBlank))

function progress() {
  if (state === 'completed') return 100
  if (!form || path.length === 0) return 0
  if (boot.oneByOne) return Math.round(100 * path.indexOf(current) / path.length)
  const given = values(), asked = path.filter(counts)
  return asked.length === 0 ? 0 : Math.round(100 * asked.filter((id) => !isBlank(given[id])).length / asked.length)
}

let way = null
/** Applies the logic to the present answers; screens that it doesn't reach are hidden. */
function follow() {
  way = walk(boot.ids, boot.rules, values())
  path = way.path
  for (const id of boot.ids) section(id).hidden = boot.oneByOne ? id !== current : !path.includes(id)
  if (boot.numeration) path.filter(counts).forEach((id, index) => { const at = section(id).querySelector('.number'); if (at) at.textContent = index + 1 })
  showProgress()
}

function showProgress() {
  const bar = document.querySelector('.progress')
  if (!bar) return
  bar.setAttribute('aria-valuenow', progress())
  bar.firstElementChild.style.width = progress() + '%'
}

function show(id, quiet) {
  current = id
  follow()
  const index = path.indexOf(id), last = index === path.length - 1, { label, single, type } = question(id)
  back.hidden = index === 0 || boot.noBack || !boot.showNavigate
  next.textContent = label || (last && way.end === 'submit' ? sendLabel : boot.texts.btn_next)
  next.classList.toggle('unseen', !boot.showNavigate && Boolean(single) && !last)
  startTimer(id)
  if (!quiet) { section(id).querySelector('h2').focus(); window.scrollTo(0, 0) }
  emit('survey.screen', { screen: id, type, index, total: path.length, progress: progress() })
}

function begun() {
  if (started) return
  started = true
  emit('survey.started')
}
`
