/** Bundles src/ to CommonJS chunks: `require` of Node's own modules is ten times quicker than `import`. */
import { defineConfig, type OutputOptions } from 'rolldown'
import { assetPackages, copyAssets } from './build/assets.ts'
import { slimCommander } from './build/commander.ts'
import { refuseCycles } from './build/cycles.ts'
import { thirdPartyNotices } from './build/notices.ts'
import { slimUndici } from './build/undici.ts'
import { zodEntry, zodOnUse } from './build/zod.ts'

/**
 * What is always loaded together stands in one file: each further one costs a quarter of a millisecond.
 * Help needs the first and the group's own; a command the second as well.
 */
const together: Record<string, RegExp> = {
  main: /src\/(main|errors|text\/(to-copy|counted|is-object)|system\/(timers|interruption)|commands\/index|reference\/(find|manifest|root-help)|output\/(form|stdout|terminal|fold)|cli\/(nearest|flags\/(argv|flag|table|of-field)|command|shape|find-command|group-help|aligned|command-line)|contract\/core\/(?!zod)\w+)\.ts$/,
  command:
    /src\/(cli\/(program|file-format|run|flags\/(read|of-command)|settings|not-signed-in|session|service|consent|present|references|ask|gather|input|place)|text\/secret(s|-forms)|settings\/(index|keys|file|paths)|output\/(color|failure|json|mode|progress|stderr|style|text|unicode))\.ts$|node_modules\/commander\//,
  zod: /src\/contract\/core\/zod\.ts$|node_modules\/zod\/(?!.*json-schema)/,
  suggest: /src\/(cli\/suggest|reference\/verbs)\.ts$/,
  // With what shows rows: most of what is asked for is a list.
  client: /src\/(client\/(index|request|debug)|cli\/(advice|refusals)|output\/(format|layout|output|pager|paths|rows))\.ts$/,
  quiz: /src\/(commands\/quiz\/(quiz|create|view)|contract\/(quiz|template|settings|question))\.ts$/,
}

const groups = Object.entries(together).map(([name, test], index) => ({ name, test, priority: 10 - index }))

const output: OutputOptions = {
  format: 'cjs',
  dynamicImportInCjs: false,
  minify: true,
  comments: false,
  // V8 holds a file with a single other character at two bytes each, and reads it slower.
  charset: 'ascii',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
}

/** What the launcher loads first stands alone: what shared code with it would look for its file anew, in a quarter of a millisecond. */
export const compileCache = defineConfig({ input: { 'compile-cache': 'src/compile-cache.ts' }, platform: 'node', output })

export default defineConfig({
  // The worker stands beside jq.wasm, which it looks for in its own folder.
  input: {
    main: 'src/main.ts',
    ...zodEntry,
    'assets/jq-worker': 'src/output/jq-worker.ts',
    'document-thread': 'src/sandbox/files/document-thread.ts',
  },
  platform: 'node',
  output: { ...output, codeSplitting: { groups } },
  plugins: [zodOnUse(), slimUndici(), slimCommander(), copyAssets(), thirdPartyNotices(assetPackages), refuseCycles()],
})
