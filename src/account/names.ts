/**
 * What is what in two accounts, or in one as it was and as it is: in one account by its id, whatever it is called now; else, and between
 * two accounts, by its name, several of one name in their order.
 */
interface Thing {
  id: number | undefined
  name: string
}

/** What things are called in a comparison: what had the same id before keeps its name of then, so that another name is one change. */
export class Names {
  readonly #earlier: Names | undefined
  readonly #kinds = new Map<string, Map<number, string>>()

  constructor(earlier: Names | undefined) {
    this.#earlier = earlier
  }

  of(kind: string, id: number | undefined): string | undefined {
    return id === undefined ? undefined : this.#kinds.get(kind)?.get(id)
  }

  idsOf = (kind: string): Record<string, number> => Object.fromEntries([...(this.#kinds.get(kind) ?? [])].map(([id, name]) => [name, id]))

  /** Each is called otherwise than the others; a name that became free may be another thing's by now. */
  give<One extends Thing>(kind: string, things: readonly One[]): Map<string, One> {
    const given = new Map<string, One>()
    const twice: One[] = []
    const called = (thing: One): string | undefined => this.#earlier?.of(kind, thing.id)
    const inOrder = things.toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0))
    const [known, others] = [inOrder.filter((each) => called(each) !== undefined), inOrder.filter((each) => called(each) === undefined)]
    for (const thing of [...known, ...others]) {
      const name = called(thing) ?? thing.name
      if (given.has(name)) twice.push(thing)
      else given.set(name, thing)
    }
    for (const thing of twice) given.set(freeName(thing.name, given), thing)
    this.#kinds.set(kind, new Map([...given].flatMap(([name, { id }]) => (id === undefined ? [] : [[id, name]]))))
    return given
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let count = 2; ; count++) if (!taken.has(`${name} (${count})`)) return `${name} (${count})`
}

/** Each thing of a backup with what it is there, if it is. */
export function pairsOf<Was extends Thing, Is extends Thing>(
  was: readonly Was[],
  is: readonly Is[],
  isSame: boolean,
): [was: Was, there: Is | undefined][] {
  const earlier = new Names(undefined)
  const before = earlier.give('', was)
  const now = new Names(isSame ? earlier : undefined).give('', is)
  return [...before].map(([name, thing]) => [thing, now.get(name)])
}

export const idIn = ({ id, favorite_question_id }: Readonly<Record<string, unknown>>): number | undefined =>
  [id, favorite_question_id].find((given) => typeof given === 'number')
