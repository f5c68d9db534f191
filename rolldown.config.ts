/** Bundles src/ to CommonJS chunks: `require` of Node's own modules is ten times quicker than `import`. */
import { defineConfig } from 'rolldown'
import { assetPackages, copyAssets } from './build/assets.ts'
import { slimCommander } from './build/commander.ts'
import { refuseCycles } from './build/cycles.ts'
import { linkBin } from './build/link-bin.ts'
import { thirdPartyNotices } from './build/notices.ts'
import { slimUndici } from './build/undici.ts'
import { zodEntry, zodOnUse } from './build/zod.ts'

/**
 * What is always loaded together stands in one file: each further one costs a third of a millisecond.
 * Root help needs the first, a group's help the second, a command the third.
 */
const groups = [
  { name: 'begin', test: /src\/(errors|commands\/index|output\/(stdout|terminal)|cli\/nearest|reference\/)/, priority: 3 },
  { name: 'group', test: /src\/contract\/(fields|rules|operation|records|selection|settings)\.ts|src\/cli\/(command|shape|find-command|group-help|command-line|options|poll|duration)\.ts/, priority: 2 },
  { name: 'command', test: /src\/cli\/(program|globals|run|session|present|references|ask|bulk|gather|input)\.ts|src\/settings\/(index|keys|file|paths)\.ts|src\/output\/(mode|progress|meter|text|color|style|failure|json|format)\.ts|node_modules\/commander\//, priority: 1 },
]

export default defineConfig({
  // The worker stands beside jq.wasm, which it looks for in its own folder.
  input: { main: 'src/main.ts', ...zodEntry, 'assets/jq-worker': 'src/output/jq-worker.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    comments: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: { groups },
  },
  plugins: [slimUndici(), slimCommander(), zodOnUse(), copyAssets(), thirdPartyNotices(assetPackages), refuseCycles(), linkBin()],
})
