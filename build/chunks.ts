/**
 * Files in the form that takes least to load. The helpers of the bundler stand in each file that uses them, as another file
 * costs a quarter of a millisecond; and a file is the function that src/code-cache.ts calls, which would otherwise copy its
 * text to put the function around it.
 */
import type { OutputChunk, Plugin } from 'rolldown'
import { loadedByNode } from './entry.ts'

const isHelpers = (name: string): boolean => name.startsWith('rolldown-runtime-')

export const readyChunks = (): Plugin => ({
  name: 'ready-chunks',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk')
    for (const { fileName, code } of chunks.filter(({ fileName }) => isHelpers(fileName))) {
      for (const chunk of chunks) {
        for (const folder of ['./', '../'])
          chunk.code = chunk.code.replaceAll(`require("${folder}${fileName}")`, () => `(exports=>{${code.trim()}return exports})({})`)
        if (chunk.code.includes(fileName)) this.error(`${chunk.fileName} asks for the bundler's helpers in another way`)
      }
      delete bundle[fileName]
    }
    for (const chunk of chunks) {
      if (!loadedByNode.includes(chunk.fileName))
        chunk.code = `(function (exports, require, module, __filename, __dirname) {${chunk.code}\n})`
    }
  },
})
