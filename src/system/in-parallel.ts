/**
 * Runs `work` over the items, `width` at a time, until `stop` says so. After an error nothing more is begun,
 * and what is under way is waited for.
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  stop: () => boolean = () => false,
): Promise<void> {
  const left = items.values()
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (errors.length > 0 || stop()) return
      await work(item).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  if (errors.length > 0) throw errors[0]
}

/** Runs one piece of work after the other, whoever asks for it. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
