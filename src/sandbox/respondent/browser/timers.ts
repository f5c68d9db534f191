type Timer = ReturnType<typeof setTimeout>

const timers = new Set<Timer>()

export function after(milliseconds: number, work: () => void): Timer {
  const timer = setTimeout(work, milliseconds)
  timers.add(timer)
  return timer
}

export function stopTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

/** Counts down in the given element, by the clock: timers of a hidden page are slowed down. Returns what stops it. */
export function countDown(line: HTMLElement, label: string, seconds: number, onEnd: () => void): () => void {
  const until = Date.now() + seconds * 1000
  let timer: Timer | undefined
  const tick = (): void => {
    const left = Math.max(Math.ceil((until - Date.now()) / 1000), 0)
    line.hidden = false
    line.textContent = `${label}: ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left === 0) return onEnd()
    timer = after(250, tick)
  }
  tick()
  return () => clearTimeout(timer)
}
