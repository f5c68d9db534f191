/**
 * A trick with a price (build/README.md): undici's parser is not optimised, which takes a list of 100,000 from 90 MiB to 74, one of
 * pages from 116 to 109, and the processor time of `quiz publish` from 151 ms to 101. To take it out: remove this file, and
 * `unoptimised` from caller.ts.
 *
 * When V8 first compiles a function of WebAssembly, it decides whether to count how often it runs, and to optimise it then. The
 * main one of the parser would be optimised in the middle of a command: up to a tenth of a second of another processor and 18 MiB,
 * for which nothing is faster. A V8 that no longer knows the flags says so on standard error.
 */
import { nextTurn } from '../../system/timers.ts'

const flags = ['wasm-dynamic-tiering', 'wasm-tier-up']

let compiled = false

/** `head` resolves once the first bytes of an answer have been parsed. */
export async function unoptimised<T>(head: Promise<T>): Promise<T> {
  if (compiled) return head
  compiled = true
  // Its error is thrown below.
  head.catch(() => {})
  // The request is on its way then, and what shows the answer is mostly loaded: the compile cache only holds for the flags that it was made with.
  await nextTurn()
  // Not `import()`, for which all names of a module of Node are copied first.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const flag of flags) setFlagsFromString(`--no-${flag}`)
  try {
    return await head
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`)
  }
}
