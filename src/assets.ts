/** Files beside the code: fonts, wasm, and what runs in a thread of its own. The build puts them into dist/assets. */
import { join } from 'node:path'

// One folder down from the root, both as src/assets.ts and bundled in dist/.
const program = join(import.meta.dirname, '..', 'dist')

export const assetPath = (name: string): string => join(program, 'assets', name)

/** Names all other files of the program by what is in them, so that no two builds have it alike. */
export const mainPath = join(program, 'main.cjs')
