/** Bundles src/ to CommonJS chunks: `require` of Node's own modules is ten times quicker than `import`. */
import { defineConfig } from 'rolldown'
import { assetPackages, copyAssets } from './build/assets.ts'
import { thirdPartyNotices } from './build/notices.ts'

export default defineConfig({
  input: { main: 'src/main.ts' },
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
  plugins: [copyAssets(), thirdPartyNotices(assetPackages)],
})
