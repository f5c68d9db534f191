/** SVG to PNG, at one pixel a unit. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** The module may be initialised once a process. */
let loading: Promise<void> | undefined

const load = async (): Promise<void> => initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))

export async function svgToPng(svg: string): Promise<Buffer> {
  await (loading ??= load())
  return Buffer.from(new Resvg(svg, { background: '#FFFFFF' }).render().asPng())
}
