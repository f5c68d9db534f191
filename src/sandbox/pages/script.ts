/** Scripts of pages: bundled by the build, each from its folder `browser`. Who runs the sources gets those of the last build. */
import { asset } from '../../assets.ts'

export const pageScript = (page: 'respondent' | 'console'): string => asset(`${page}.js`).toString()
