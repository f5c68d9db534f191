/** Script for the respondent's actions, and for starting up. */
export const wiring = `
const back = document.getElementById('back'), next = document.getElementById('next')
const sendLabel = next ? next.textContent : ''

function onChange(event) {
  const at = event.target.closest('[data-id]')
  if (!at || event.target.type === 'file') return
  const id = at.dataset.id
  begun()
  follow()
  forgetProblem(id)
  if (!isBlank(values()[id])) emit('survey.answered', { screen: id, type: question(id).type })
  saveSoon()
  if (goesOn(id)) forward()
}

/** Whether choosing an option by pointer moves on: always when there are no buttons; yes or no does in any case, but never submits. */
function goesOn(id) {
  if (!boot.oneByOne || !picked || id !== current || !question(id).single) return false
  return !boot.showNavigate || (question(id).type === 'yesno' && path.indexOf(id) < path.length - 1)
}

let picked = false
function onKey(event) {
  if (event.key !== 'Enter' || event.isComposing) return
  const inField = event.target.matches('input,select')
  const elsewhere = !event.target.closest('input,select,textarea,button,a,video,audio')
  if (inField && !(boot.enter && boot.oneByOne)) event.preventDefault()
  else if (boot.enter && boot.oneByOne && (elsewhere || event.target.matches('select,[type=radio],[type=checkbox]'))) { event.preventDefault(); forward() }
}

if (form) {
  enhance(form, boot, { post, problem: showProblem })
  form.addEventListener('submit', (event) => { event.preventDefault(); boot.oneByOne ? forward() : send() })
  form.addEventListener('change', onChange)
  form.addEventListener('input', (event) => { const at = event.target.closest('[data-id]'); if (at) forgetProblem(at.dataset.id) })
  form.addEventListener('pointerdown', () => { picked = true })
  form.addEventListener('keydown', (event) => { if (event.key !== 'Enter') picked = false })
  document.addEventListener('keydown', onKey)
  back.addEventListener('click', backward)
  window.addEventListener('pagehide', saveOnLeaving)
  const given = values()
  follow()
  const lastGiven = boot.resumed ? path.findLastIndex((id) => counts(id) && !isBlank(given[id])) : -1
  if (boot.oneByOne) show(path[Math.min(lastGiven + 1, path.length - 1)], true)
  if (started || !boot.oneByOne || (boot.ids.length > 0 && question(boot.ids[0]).type !== 'welcome')) startWholeTimer(boot.seconds)
  if (boot.seconds !== null && !started && wholeTimer) save()
} else {
  arrive(boot.redirect)
}
`
