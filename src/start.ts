/** Where the launcher enters. Of this file's bundle there is one copy: that which Node has loaded. */
import { load, provide } from './code-cache.ts'

declare const module: { exports: unknown }

provide('./start.cjs', module)
load('./main.cjs')
