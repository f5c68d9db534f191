/** Files beside the code: fonts, wasm, and what runs in a thread of its own. The build puts them into dist/assets. */
import { join } from 'node:path'

// One folder down from the root, both as src/assets.ts and bundled in dist/.
const folder = join(import.meta.dirname, '..', 'dist', 'assets')

export const assetPath = (name: string): string => join(folder, name)
