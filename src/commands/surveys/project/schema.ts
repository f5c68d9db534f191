import { checkSchema } from '../../../check/schema.ts'
import type { Context } from '../../../cli/context.ts'
import { writeWithin } from '../../../project/files/write-within.ts'
import { gaps } from '../../../project/pull/gaps.ts'
import { openProject } from '../../../project/files/project.ts'
import { schemas } from '../../../project/files/schemas.ts'

export async function writeSchemas(context: Context): Promise<void> {
  const { root } = openProject(process.cwd())
  const files = schemas(checkSchema())
  for (const [path, text] of files) writeWithin(root, path, text)
  const paths = files.map(([path]) => path)
  await context.show.done({ files: paths }, `Wrote ${paths.join(', ')}`)
}

const columns = ['what', 'why', 'instead']

export const showGaps = (context: Context): Promise<void> => context.show.rows([gaps.map(({ applies: _, ...gap }) => gap)], columns)
