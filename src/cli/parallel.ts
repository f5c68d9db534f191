/** Runs `work` over the items, `width` at a time, until `stop` says so. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>, stop: () => boolean = () => false): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length && !stop()) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}
