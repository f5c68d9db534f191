/**
 * What runs in the browser: plain script over the plain form, in one piece with the logic that the server uses too.
 * Without it the whole survey is one form that is sent at once.
 */
import { walk } from '../conditions.ts'
import { decode } from './decode.ts'
import { embedScript } from './embed.ts'
import { enhancements } from './enhancements.ts'

/** Two functions come from their own source text: one logic on both sides. */
export const pageScript = (): string => `(() => {
'use strict'
const walk = ${walk.toString()}
const decode = ${decode.toString()}
${embedScript}
${enhancements}
${page}
})()`

const page = `
document.documentElement.classList.add('js')
const boot = JSON.parse(document.getElementById('boot').textContent)
const main = document.getElementById('main')
const form = document.getElementById('survey')
let state = boot.state, current = null, path = [], started = Boolean(boot.started), busy = false, timers = []

const embed = createEmbed({ survey: boot.survey, preview: boot.preview }, {
  state: () => ({ state, screen: current, progress: progress() }),
  outcome: () => ({ state, outcome: ['completed', 'screened_out'].includes(state) ? state : null, progress: progress() }),
  greeted: () => {
    for (const event of boot.events) emit(event, event === 'survey.resumed' ? { screen: current, progress: progress() } : {})
    if (embed.endsAtHost() && state !== 'survey' && state !== 'gate' && state !== 'payment') main.hidden = true
  },
  close: async () => {
    const outcome = ['completed', 'screened_out'].includes(state) ? state : null
    if (state === 'survey') await save()
    stopTimers()
    state = 'closed'
    main.hidden = true
    emit('survey.closed', { outcome })
  },
  reset: async () => {
    const reply = await post('/restart', [])
    if (reply && reply.restarted) location.replace(boot.base)
    else emit('survey.error', { code: reply ? 'reset_refused' : 'network' })
  },
})
const emit = embed.emit

// ---- talking to the server

let queue = Promise.resolve()
/** One request after another, so that an older save never overtakes a newer one; null when the network fails. */
function post(where, entries, body) {
  const send = async () => {
    try {
      const answer = await fetch(boot.base + where, { method: 'POST', headers: { accept: 'application/json' }, body: body || new URLSearchParams(entries) })
      return await answer.json()
    } catch {
      return null
    }
  }
  queue = queue.then(send)
  return queue
}

const entries = () => [...new FormData(form)].filter(([, value]) => typeof value === 'string')

/** The page may be left before an answer arrives: what was given is sent along the way out. */
function saveOnTheWayOut() {
  if (state === 'survey' && pending && !boot.preview) navigator.sendBeacon(boot.base + '/save', new URLSearchParams(entries()))
}

let pending = null
async function save(screen, more = []) {
  clearTimeout(pending)
  pending = null
  const reply = await post('/save', entries().concat(screen ? [['screen', screen]] : [], more))
  alertUser(reply ? '' : boot.words.not_saved)
  if (!reply) emit('survey.error', { code: 'network' })
  else if (reply.state) ended(reply)
  else startWholeTimer(reply.seconds)
  return reply && !reply.state ? reply : null
}

function saveSoon() {
  clearTimeout(pending)
  if (!boot.preview) pending = setTimeout(() => save(), 500)
}

// ---- where we are

const section = (id) => document.querySelector('[data-id="' + CSS.escape(id) + '"]')
const question = (id) => boot.questions[id]
const silent = ['welcome', 'message', 'html', 'submit']
const counts = (id) => !silent.includes(question(id).type)
const values = () => { const given = entries(); return Object.fromEntries(boot.ids.map((id) => [id, decode(question(id).type, id, given)])) }
const isBlank = (value) => value === '' || (typeof value === 'object' && Object.values(value).every(isBlank))

function progress() {
  if (state === 'completed') return 100
  if (!form || path.length === 0) return 0
  if (boot.oneByOne) return Math.round(100 * path.indexOf(current) / path.length)
  const given = values(), asked = path.filter(counts)
  return asked.length === 0 ? 0 : Math.round(100 * asked.filter((id) => !isBlank(given[id])).length / asked.length)
}

let way = null
/** Follows the logic with what is given now; screens off the way are not there. */
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
  next.textContent = label || (last && way.end === 'submit' ? sendLabel : boot.words.btn_next)
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

// ---- moving

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
  if (!reply) { alertUser(boot.words.not_saved); return emit('survey.error', { code: 'network' }) }
  if (reply.state) { if (reply.accepted) emit('survey.submitted'); return ended(reply) }
  showProblems(reply.problems)
  alertUser(boot.words.check_answers)
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
  for (const at of boot.ids) {
    const text = problems[at] || ''
    const line = section(at).querySelector(':scope > .problem')
    if (line.textContent !== text) line.textContent = text
    for (const field of section(at).querySelectorAll('input:not([type=hidden]),select,textarea')) text ? field.setAttribute('aria-invalid', 'true') : field.removeAttribute('aria-invalid')
  }
}

function focusField(id) {
  const field = [...section(id).querySelectorAll('input:not([type=hidden],[tabindex="-1"]),select,textarea')].find((each) => each.offsetParent && !each.disabled)
  if (field) field.focus()
}

// ---- the end

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

// ---- time

function stopTimers() {
  for (const timer of timers) clearTimeout(timer)
  timers = []
}

/** Counts down in the given line; ticks are taken from the clock, since a hidden page is slowed. */
function countDown(line, seconds, done) {
  const until = Date.now() + seconds * 1000
  let timer
  const tick = () => {
    const left = Math.max(Math.ceil((until - Date.now()) / 1000), 0)
    line.hidden = false
    line.textContent = boot.words.time_left + ': ' + Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0')
    if (left === 0) return done()
    timer = setTimeout(tick, 250)
    timers.push(timer)
  }
  tick()
  return () => clearTimeout(timer)
}

let wholeTimer = null
function startWholeTimer(seconds) {
  if (wholeTimer || seconds === null || seconds === undefined || state !== 'survey') return
  wholeTimer = countDown(document.querySelector('.timer.whole'), seconds, () => save())
}

let stopScreenTimer = null
const expired = new Set()
function startTimer(id) {
  if (stopScreenTimer) stopScreenTimer()
  stopScreenTimer = null
  const seconds = question(id).seconds
  if (!seconds || !boot.oneByOne || expired.has(id)) return
  stopScreenTimer = countDown(section(id).querySelector('.timer'), seconds, () => {
    expired.add(id)
    for (const part of section(id).querySelectorAll('fieldset,input,select,textarea')) part.inert = true
    forward(true)
  })
}

// ---- wiring

const back = document.getElementById('back'), next = document.getElementById('next')
const sendLabel = next ? next.textContent : ''

function onChange(event) {
  const at = event.target.closest('[data-id]')
  if (!at || event.target.type === 'file') return
  const id = at.dataset.id
  begun()
  follow()
  if (!isBlank(values()[id])) emit('survey.answered', { screen: id, type: question(id).type })
  saveSoon()
  if (boot.oneByOne && !boot.showNavigate && question(id).single && picked && id === current) forward()
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
  enhance(form, boot, { post, problem: (id, text) => showProblems({ [id]: text }) })
  form.addEventListener('submit', (event) => { event.preventDefault(); boot.oneByOne ? forward() : send() })
  form.addEventListener('change', onChange)
  form.addEventListener('pointerdown', () => { picked = true })
  form.addEventListener('keydown', (event) => { if (event.key !== 'Enter') picked = false })
  document.addEventListener('keydown', onKey)
  back.addEventListener('click', backward)
  window.addEventListener('pagehide', saveOnTheWayOut)
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
