/**
 * What is what in two accounts, or in one as it was and as it is: in one account by its id, whatever it is called now; else, and between
 * two accounts, by its name, several of one name in their order.
 */
interface Resource {
  id: number | undefined
  name: string
}

/** What resources are called in a comparison: what had the same id earlier keeps its name of then, so that another name is one change. */
export class Names {
  readonly #earlier: Names | undefined
  readonly #kinds = new Map<string, Map<number, string>>()

  constructor(earlier: Names | undefined) {
    this.#earlier = earlier
  }

  nameOf(kind: string, id: number | undefined): string | undefined {
    return id === undefined ? undefined : this.#kinds.get(kind)?.get(id)
  }

  idsOf = (kind: string): Record<string, number> => Object.fromEntries([...(this.#kinds.get(kind) ?? [])].map(([id, name]) => [name, id]))

  /** Gives each resource a name of its own: first to those that had one earlier, as a name that became free may be another's by now. */
  assign<One extends Resource>(kind: string, resources: readonly One[]): Map<string, One> {
    const given = new Map<string, One>()
    const sameNamed: One[] = []
    const earlierName = (resource: One): string | undefined => this.#earlier?.nameOf(kind, resource.id)
    const inOrder = resources.toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0))
    const isKnown = (resource: One): boolean => earlierName(resource) !== undefined
    for (const resource of [...inOrder.filter(isKnown), ...inOrder.filter((each) => !isKnown(each))]) {
      const name = earlierName(resource) ?? resource.name
      if (given.has(name)) sameNamed.push(resource)
      else given.set(name, resource)
    }
    for (const resource of sameNamed) given.set(freeName(resource.name, given), resource)
    this.#kinds.set(kind, new Map([...given].flatMap(([name, { id }]) => (id === undefined ? [] : [[id, name]]))))
    return given
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let count = 2; ; count++) if (!taken.has(`${name} (${count})`)) return `${name} (${count})`
}

/** Each resource of a backup with its counterpart in the account, if there is one. `isSame`: the backup is of that account. */
export function pairsOf<Was extends Resource, Is extends Resource>(
  was: readonly Was[],
  is: readonly Is[],
  isSame: boolean,
): [was: Was, there: Is | undefined][] {
  const earlier = new Names(undefined)
  const before = earlier.assign('', was)
  const now = new Names(isSame ? earlier : undefined).assign('', is)
  return [...before].map(([name, resource]) => [resource, now.get(name)])
}

export const idIn = ({ id, favorite_question_id }: Readonly<Record<string, unknown>>): number | undefined =>
  [id, favorite_question_id].find((given) => typeof given === 'number')
