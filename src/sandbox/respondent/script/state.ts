/** Script for the page's state, commands of the host, and requests to the server. */
export const state = `
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

let queue = Promise.resolve()
/** Sends one request after another, so that an older save never overtakes a newer one; null when the network fails. */
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

/** Saves pending changes while the page is being left, when no response can be awaited. */
function saveOnLeaving() {
  if (state === 'survey' && pending && !boot.preview) navigator.sendBeacon(boot.base + '/save', new URLSearchParams(entries()))
}

let pending = null
async function save(screen, more = []) {
  clearTimeout(pending)
  pending = null
  const reply = await post('/save', entries().concat(screen ? [['screen', screen]] : [], more))
  alertUser(reply ? '' : boot.texts.not_saved)
  if (!reply) emit('survey.error', { code: 'network' })
  else if (reply.state) ended(reply)
  else startWholeTimer(reply.seconds)
  return reply && !reply.state ? reply : null
}

function saveSoon() {
  clearTimeout(pending)
  if (!boot.preview) pending = setTimeout(() => save(), 500)
}
`
