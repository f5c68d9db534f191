/** A folder becomes a project. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSchema } from '../../check/schema.ts'
import { usageError } from '../../errors.ts'
import { configPath } from './layout.ts'
import { schemas } from './schemas.ts'
import { writeWithin } from './write-within.ts'

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

/** Returns its id. */
export function initProject(root: string): string {
  if (existsSync(join(root, configPath))) throw usageError(`This folder is a project already: ${configPath} is there`)
  const id = randomUUID()
  writeWithin(root, configPath, text(id))
  writeSchemas(root)
  return id
}

/** The paths of the JSON Schemas of the files, which editors know them by. */
export function writeSchemas(root: string): string[] {
  const files = schemas(checkSchema())
  for (const [path, schema] of files) writeWithin(root, path, schema)
  return files.map(([path]) => path)
}
