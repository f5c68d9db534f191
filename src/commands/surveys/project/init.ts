/** `project init`: a folder becomes a project. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSchema } from '../../../check/schema.ts'
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { writeWithin } from '../../../project/files/write-within.ts'
import { configPath } from '../../../project/files/layout.ts'
import { schemas } from '../../../project/files/schemas.ts'

const text = (id: string): string => `# yaml-language-server: $schema=.surveyctl/schema/project-1.json
# A project of surveys: each stands in surveys/KEY/survey.yaml.
# Commands: surveyctl project --help
format: 1
# Ids of new questions are made from it: leave it as it is.
id: ${id}
# Accounts that the surveys go to, each by a profile ("surveyctl auth login"); without any it is the profile in use.
# environments:
#   test: {profile: test}
#   live: {profile: live, protected: true, folders: {Research: 3}, themes: {brand: 12}}
# default: test
`

export async function initProject(context: Context): Promise<void> {
  const root = process.cwd()
  if (existsSync(join(root, configPath))) throw usageError(`This folder is a project already: ${configPath} is there`)
  const id = randomUUID()
  writeWithin(root, configPath, text(id))
  for (const [path, schema] of schemas(checkSchema())) writeWithin(root, path, schema)
  await context.show.done(
    { id, path: configPath },
    [`Wrote ${configPath}`, 'To bring surveys here: surveyctl project pull --all'],
    configPath,
  )
}
