/**
 * QR codes. `size` is the whole image in pixels (points in EPS), margin included; `margin` is in modules, as its range of 0 to
 * 10 suggests. Error correction is medium, or low when a longer text needs it.
 */
import { png } from '../../files/png.ts'

export type QrFormat = 'png' | 'svg' | 'eps'

export interface QrLook {
  size: number
  /** `#RRGGBB` */
  color: string
  background: string
  /** In modules. */
  margin: number
}

/** Capacity of the largest code at medium correction, in bytes; at low it is 2953. */
const mediumBytes = 2331

type Matrix = readonly (readonly boolean[])[]

/** The encoder adds a border of at least one module: it is removed, and ours added. */
async function matrix(text: string, margin: number): Promise<Matrix> {
  const { default: encode } = await import('qr')
  const bordered = encode(text, 'raw', { ecc: Buffer.byteLength(text) <= mediumBytes ? 'medium' : 'low', border: 1 })
  const bare = bordered.slice(1, -1).map((row) => row.slice(1, -1))
  const side = Array<boolean>(margin).fill(false)
  const blank = Array.from({ length: margin }, () => Array<boolean>(bare.length + 2 * margin).fill(false))
  return [...blank, ...bare.map((row) => [...side, ...row, ...side]), ...blank]
}

function rgb(color: string): [number, number, number] {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** Each pixel has the colour of the module at its middle, which gives the exact size and sharp edges. */
function qrPng(modules: Matrix, { size, color, background }: QrLook): Buffer {
  const moduleAt = (pixel: number): number => Math.floor(((pixel + 0.5) * modules.length) / size)
  const columns = Array.from({ length: size }, (_, x) => moduleAt(x))
  const rows = Array.from({ length: size }, (_, y) => modules[moduleAt(y)] ?? [])
  return png({
    width: size,
    height: size,
    palette: [rgb(background), rgb(color)],
    at: (x, y) => (rows[y]?.[columns[x] ?? 0] ? 1 : 0),
  })
}

/** Dark runs of each row. */
function* runs(modules: Matrix): Generator<{ x: number; y: number; length: number }> {
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x
      while (row[x]) x += 1
      if (x > start) yield { x: start, y, length: x - start }
    }
  }
}

function qrSvg(modules: Matrix, { size, color, background }: QrLook): Buffer {
  const count = modules.length
  const path = Array.from(runs(modules), ({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${count} ${count}" shape-rendering="crispEdges"><rect width="${count}" height="${count}" fill="${background}"/><path d="${path}" fill="${color}"/></svg>
`)
}

function qrEps(modules: Matrix, { size, color, background }: QrLook): Buffer {
  const ink = (name: string): string =>
    `${rgb(name)
      .map((part) => (part / 255).toFixed(4))
      .join(' ')} setrgbcolor`
  const count = modules.length
  // In PostScript y grows upwards.
  const rects = Array.from(runs(modules), ({ x, y, length }) => `${x} ${count - 1 - y} ${length} 1 rectfill`)
  return Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 ${size} ${size}
%%LanguageLevel: 2
%%EndComments
gsave
${size / count} dup scale
${ink(background)}
0 0 ${count} ${count} rectfill
${ink(color)}
${rects.join('\n')}
grestore
%%EOF
`)
}

const formats = {
  png: { type: 'image/png', draw: qrPng },
  svg: { type: 'image/svg+xml', draw: qrSvg },
  eps: { type: 'application/postscript', draw: qrEps },
} as const

export async function qrImage(text: string, format: QrFormat, look: QrLook): Promise<{ type: string; bytes: Buffer }> {
  const { type, draw } = formats[format]
  return { type, bytes: draw(await matrix(text, look.margin), look) }
}
