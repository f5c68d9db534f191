/** Bundles src/ to CommonJS chunks: `require` of Node's own modules is ten times quicker than `import`. */
import { defineConfig } from 'rolldown'
import { assetPackages, copyAssets } from './build/assets.ts'
import { thirdPartyNotices } from './build/notices.ts'
import { slimUndici } from './build/undici.ts'

export default defineConfig({
  // The worker stands beside jq.wasm, which it looks for in its own folder.
  input: { main: 'src/main.ts', 'assets/jq-worker': 'src/output/jq-worker.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    comments: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  },
  plugins: [slimUndici(), copyAssets(), thirdPartyNotices(assetPackages)],
})
