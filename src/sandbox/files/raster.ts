/** SVG to PNG. Only our own fonts are known, so the same drawing comes out on every machine. */
import { asset } from './assets.ts'
import { fontFamily } from '../report/chart.ts'

async function load() {
  const resvg = await import('@resvg/resvg-wasm')
  await resvg.initWasm(await asset('index_bg.wasm'))
  return resvg
}

/** The module may be initialised once a process. */
let loading: ReturnType<typeof load> | undefined

/** `scale` pixels a unit of the drawing. */
export async function svgToPng(svg: string, scale: number): Promise<Buffer> {
  const { Resvg } = await (loading ??= load())
  const fonts = await Promise.all([asset('DejaVuSans.ttf'), asset('DejaVuSans-Bold.ttf')])
  const renderer = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    background: '#FFFFFF',
    font: { fontBuffers: fonts, defaultFontFamily: fontFamily, sansSerifFamily: fontFamily },
  })
  const image = renderer.render()
  const bytes = Buffer.from(image.asPng())
  image.free()
  renderer.free()
  return bytes
}
