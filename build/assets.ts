/** Copies the files that are read at run time to dist/assets. */
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Plugin } from 'rolldown'

const { resolve } = createRequire(import.meta.url)

const assets = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', 'jq-web/jq.wasm']

/** Packages of which only files are shipped, for the notices. */
export const assetPackages = ['dejavu-fonts-ttf']

export const copyAssets = (): Plugin => ({
  name: 'copy-assets',
  writeBundle({ dir }) {
    const folder = join(dir!, 'assets')
    mkdirSync(folder, { recursive: true })
    cpSync(join(import.meta.dirname, '..', 'src', 'reference', 'guides'), join(folder, 'guides'), { recursive: true })
    for (const asset of assets) copyFileSync(resolve(asset), join(folder, basename(asset)))
  },
})
