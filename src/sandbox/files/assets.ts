/** Fonts: in `assets/` beside the bundle; when run from the sources, in their npm packages. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const sources = {
  'DejaVuSans.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'DejaVuSans-Bold.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const

type AssetName = keyof typeof sources

export function assetPath(name: AssetName): string {
  const bundled = join(import.meta.dirname, 'assets', name)
  return existsSync(bundled) ? bundled : createRequire(import.meta.filename).resolve(sources[name])
}
