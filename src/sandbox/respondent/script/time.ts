/** Script for the time limits of a screen and of the whole survey. */
export const time = `
function stopTimers() {
  for (const timer of timers) clearTimeout(timer)
  timers = []
}

/** Counts down in the given element, by the clock: timers of a hidden page are slowed down. */
function countDown(line, seconds, done) {
  const until = Date.now() + seconds * 1000
  let timer
  const tick = () => {
    const left = Math.max(Math.ceil((until - Date.now()) / 1000), 0)
    line.hidden = false
    line.textContent = boot.texts.time_left + ': ' + Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0')
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
`
