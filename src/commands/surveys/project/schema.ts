import type { Context } from '../../../cli/context.ts'
import { writeSchemas as write } from '../../../project/files/init.ts'
import { gaps } from '../../../project/pull/gaps.ts'
import { openProject } from '../../../project/files/project.ts'

export async function writeSchemas(context: Context): Promise<void> {
  const paths = write(openProject(process.cwd()).root)
  await context.show.done({ files: paths }, `Wrote ${paths.join(', ')}`)
}

const columns = ['what', 'why', 'instead']

export const showGaps = (context: Context): Promise<void> => context.show.rows([gaps.map(({ applies: _, ...gap }) => gap)], columns)
