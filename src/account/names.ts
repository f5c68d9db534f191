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
  give<Thing extends { id: number | undefined; name: string }>(kind: string, things: readonly Thing[]): Map<string, Thing> {
    const called = (thing: Thing): string | undefined => this.#earlier?.of(kind, thing.id)
    const given = new Map<string, Thing>()
    const [known, others] = [things.filter((each) => called(each) !== undefined), things.filter((each) => called(each) === undefined)]
    for (const thing of [...known, ...others])
      given.set(called(thing) ?? (given.has(thing.name) ? `${thing.name} (${thing.id ?? given.size})` : thing.name), thing)
    this.#kinds.set(kind, new Map([...given].flatMap(([name, { id }]) => (id === undefined ? [] : [[id, name]]))))
    return given
  }
}
