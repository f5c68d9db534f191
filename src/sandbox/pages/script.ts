/** Scripts of pages: bundled by the build, each from its folder `browser`. Run from the sources, pages have the scripts of the last build. */
import { asset } from '../../assets.ts'

export const pageScript = (page: 'respondent' | 'console'): string => asset(`${page}.js`).toString()
