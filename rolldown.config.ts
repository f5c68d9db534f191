/** Bundles src/ to CommonJS chunks: `require` of Node's own modules is ten times quicker than `import`. */
import { defineConfig, type OutputOptions } from 'rolldown'
import { assetPackages, copyAssets } from './build/assets.ts'
import { refuseCycles } from './build/cycles.ts'
import { thirdPartyNotices } from './build/notices.ts'
import { sbom } from './build/sbom.ts'
import { loadLess, ownZod, zodEntry } from './build/stand-ins.ts'

/**
 * What is always loaded together stands in one file: each further one costs a quarter of a millisecond.
 * Help needs the first and the group's own; a command the second as well.
 */
const together: Record<string, RegExp> = {
  main: /src\/(start|main|errors|service|text\/(to-copy|counted|moment|is-object|is-one-of|nearest|own|own-secrets)|system\/(timers|interruption|environment|in-folder|process-io|patient-write|error-code)|commands\/index|reference\/(find|manifest|root-help)|output\/(form|stdout|fold)|cli\/(flags\/(argv|flag|table|of-field)|command|values|shape|find-command|help\/(group-help|aligned|command-line))|contract\/core\/(?!zod)\w+)\.ts$/,
  command:
    /src\/(cli\/(program|run|gather|input|place|flags\/(read|of-command|own-words)|session\/[\w-]+|prompt\/(consent|references|ask)|download\/file-format)|text\/(secrets|secret-forms|signs)|settings\/(index|keys|file|paths)|output\/(color|failure|json|message|mode|progress\/progress|stderr|style|text))\.ts$|node_modules\/commander\//,
  zod: /src\/contract\/core\/zod\.ts$|node_modules\/zod\/(?!.*(json-schema|\?own))/,
  suggest: /src\/reference\/(suggest|verbs)\.ts$/,
  // With what shows rows: most of what is asked for is a list.
  client: /src\/(client\/(index|request|debug)|cli\/(advice|refusals)|output\/(format|table\/layout|output|pager|paths|rows))\.ts$/,
  quiz: /src\/(commands\/surveys\/quiz\/(quiz|create|view)|contract\/surveys\/(quiz|template|settings|question))\.ts$/,
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

/** Scripts of the sandbox's pages, which stand in the pages themselves. */
export const pageScripts = ['respondent', 'console'].map((page) =>
  defineConfig({
    input: { [`assets/${page}`]: `src/sandbox/${page}/browser/index.ts` },
    platform: 'browser',
    output: { format: 'iife', minify: true, comments: false, entryFileNames: '[name].js' },
  }),
)

export default defineConfig({
  // The worker stands beside jq.wasm, which it looks for in its own folder.
  input: {
    main: 'src/start.ts',
    ...zodEntry,
    'assets/jq-worker': 'src/output/jq/jq-worker.ts',
    'document-thread': 'src/sandbox/documents/document-thread.ts',
  },
  // Else the entry is a file of its own, which requires the one with all that others take from it as well.
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  // undici's own sign for a build without its second, experimental parser.
  transform: { define: { esbuildDetection: 'true' } },
  output: { ...output, codeSplitting: { groups } },
  plugins: [loadLess(), ownZod(), copyAssets(), thirdPartyNotices(assetPackages), sbom(assetPackages), refuseCycles()],
})
