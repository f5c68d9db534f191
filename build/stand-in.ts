/** An object that is made when something is first asked of it. */
class Holder<T extends object> {
  readonly #make: () => T
  #made: T | undefined

  constructor(make: () => T) {
    this.#make = make
  }

  get made(): T {
    return (this.#made ??= this.#make())
  }
}

const traps: ProxyHandler<Holder<object>> = {
  get: ({ made }, name) => Reflect.get(made, name),
  has: ({ made }, name) => Reflect.has(made, name),
  ownKeys: ({ made }) => Reflect.ownKeys(made),
  getPrototypeOf: ({ made }) => Reflect.getPrototypeOf(made),
  getOwnPropertyDescriptor: ({ made }, name) => Reflect.getOwnPropertyDescriptor(made, name),
}

/** Stands for what `make` gives, and is read like it. */
export const late = <T extends object>(make: () => T): T => new Proxy(new Holder(make), traps) as T
