/** `project init`: a folder becomes a project. */
import type { Context } from '../../../cli/context.ts'
import { initProject as init } from '../../../project/files/init.ts'
import { configPath } from '../../../project/files/layout.ts'

export const initProject = (context: Context): Promise<void> =>
  context.show.done(
    { id: init(process.cwd()), path: configPath },
    [`Wrote ${configPath}`, 'To bring surveys here: surveyctl project pull --all'],
    configPath,
  )
