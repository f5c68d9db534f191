/** The order of items with ids: which were moved, and how two changed orders are merged. */

/** The smallest set of ids whose move explains the new order, among those that both lists have. */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]))
  const common = after.flatMap((id) => {
    const at = place.get(id)
    return at === undefined ? [] : [{ id, at }]
  })
  const stay = new Set(longestIncreasing(common.map(({ at }) => at)))
  return new Set(common.flatMap(({ id }, index) => (stay.has(index) ? [] : [id])))
}

/** Indexes of a longest increasing subsequence. Each `!` is at an index that was written before. */
function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = []
  const previous: number[] = []
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[tails[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const rise: number[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) rise.unshift(at)
  return rise
}

/** The id in front of an id; `undefined` at the beginning. */
export const idBefore = (ids: readonly string[], id: string): string | undefined => ids[ids.indexOf(id) - 1]

export interface MergedOrder {
  order: string[]
  /** Ids that both moved, to different places. */
  conflicts: string[]
}

/** Their order with our moves and additions. `kept`: the ids that are in the merge. */
export function mergeOrder(
  base: readonly string[],
  theirs: readonly string[],
  ours: readonly string[],
  kept: ReadonlySet<string>,
): MergedOrder {
  const [ourMoves, theirMoves] = [movedIds(base, ours), movedIds(base, theirs)]
  const known = new Set(base)
  const order = theirs.filter((id) => kept.has(id))
  const conflicts: string[] = []
  ours.forEach((id, index) => {
    if (!kept.has(id)) return
    const added = !known.has(id) && !order.includes(id)
    if (!added && !ourMoves.has(id) && order.includes(id)) return
    const anchor = ours.slice(0, index).findLast((other) => order.includes(other))
    if (theirMoves.has(id) && idBefore(theirs, id) !== idBefore(ours, id)) return void conflicts.push(id)
    const from = order.indexOf(id)
    if (from >= 0) order.splice(from, 1)
    order.splice(anchor === undefined ? 0 : order.indexOf(anchor) + 1, 0, id)
  })
  return { order, conflicts }
}
