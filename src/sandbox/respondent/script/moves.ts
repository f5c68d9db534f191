/** Script for moving forward and back, submitting, and the end. */
export const moves = `
async function forward(expired) {
  if (busy) return
  busy = true
  try {
    const id = current
    if (counts(id)) settle(section(id), expired)
    begun()
    const reply = await save(id, expired ? [['expired', '1']] : [])
    if (!reply) return
    showProblems(id in reply.problems ? { [id]: reply.problems[id] } : {})
    if (id in reply.problems) { emit('survey.error', { code: 'invalid' }); return focusField(id) }
    follow()
    const following = path[path.indexOf(id) + 1]
    if (following === undefined) await send()
    else show(following)
  } finally {
    busy = false
  }
}

function backward() {
  const index = path.indexOf(current)
  if (index > 0 && !boot.noBack) show(path[index - 1])
}

async function send() {
  if (!boot.oneByOne) path.filter(counts).forEach((id) => settle(section(id)))
  clearTimeout(pending)
  pending = null
  begun()
  next.disabled = true
  const reply = await post('/submit', entries())
  next.disabled = false
  if (!reply) { alertUser(boot.texts.not_saved); return emit('survey.error', { code: 'network' }) }
  if (reply.state) { if (reply.accepted) emit('survey.submitted'); return ended(reply) }
  showProblems(reply.problems)
  alertUser(boot.texts.check_answers)
  emit('survey.error', { code: 'invalid' })
  const first = path.find((id) => id in reply.problems)
  if (first === undefined) return
  if (boot.oneByOne) show(first)
  focusField(first)
}

function alertUser(text) {
  const at = document.getElementById('alert')
  if (at && at.textContent !== text) at.textContent = text
}

function showProblems(problems) {
  for (const at of boot.ids) showProblem(at, problems[at] || '')
}

const problemLine = (id) => section(id).querySelector(':scope > .problem')

function showProblem(id, text) {
  if (problemLine(id).textContent !== text) problemLine(id).textContent = text
  for (const field of section(id).querySelectorAll('input:not([type=hidden]),select,textarea')) text ? field.setAttribute('aria-invalid', 'true') : field.removeAttribute('aria-invalid')
}

/** Hides a problem once the answer changes; it is checked again on moving on. */
function forgetProblem(id) {
  if (problemLine(id).textContent === '' || isBlank(values()[id])) return
  showProblem(id, '')
  if (boot.ids.every((each) => problemLine(each).textContent === '')) alertUser('')
}

function focusField(id) {
  const field = [...section(id).querySelectorAll('input:not([type=hidden],[tabindex="-1"]),select,textarea')].find((each) => each.offsetParent && !each.disabled)
  if (field) field.focus()
}

const endEvents = { completed: 'survey.completed', screened_out: 'survey.screened_out', payment: 'survey.payment_required', closed: 'survey.unavailable', gate: 'survey.auth_required' }

function ended(reply) {
  stopTimers()
  state = reply.state
  boot.events = [endEvents[state]]
  main.innerHTML = reply.html
  emit(endEvents[state])
  if (embed.endsAtHost() && state !== 'payment' && state !== 'gate') { main.hidden = true; return }
  const heading = main.querySelector('h2')
  if (heading) heading.focus()
  window.scrollTo(0, 0)
  arrive(reply.redirect)
}

function arrive(redirect) {
  const pay = main.querySelector('form[data-async]')
  if (pay) pay.addEventListener('submit', async (event) => {
    event.preventDefault()
    const reply = await post(pay.getAttribute('action').slice(boot.base.length), new FormData(pay))
    if (!reply || !reply.state) return emit('survey.error', { code: reply ? 'invalid' : 'network' })
    if (reply.accepted) emit('survey.paid')
    ended(reply)
  })
  if (redirect) timers.push(setTimeout(() => { if (!embed.endsAtHost()) location.assign(redirect) }, 5000))
}
`
