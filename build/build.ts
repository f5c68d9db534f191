/** `node build/build.ts [--if-older]` */
import { build, buildIfOlder } from './bundle.ts'

await (process.argv.includes('--if-older') ? buildIfOlder() : build())
