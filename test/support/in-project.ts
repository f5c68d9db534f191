/** The whole preamble of a test file: a project of surveys for each test, over a sandbox with the demo. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Outcome } from './program.ts'
import { startProject, type ProjectFolder } from './project.ts'
import { startSandbox, type RunningSandbox } from './sandbox.ts'

export interface InProject extends ProjectFolder {
  sandbox: RunningSandbox
  /** `project LINE` for somebody else's key. */
  as: (apiKey: string) => (line: string, code?: number) => Promise<Outcome>
}

export function inProject(): InProject {
  let sandbox: RunningSandbox
  let here: ProjectFolder
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo', allowLocalWebhooks: true })
  })
  beforeEach(async () => {
    await sandbox.restore()
    here = startProject(sandbox)
    await here.begun()
  })
  afterAll(() => sandbox.close())
  return {
    get sandbox() {
      return sandbox
    },
    get cwd() {
      return here.cwd
    },
    as: (apiKey) => startProject({ ...sandbox, apiKey }, here.cwd).project,
    run: (...given) => here.run(...given),
    project: (...given) => here.project(...given),
    begun: () => here.begun(),
    pulled: (...keys) => here.pulled(...keys),
    pathOf: (...given) => here.pathOf(...given),
    text: (key) => here.text(key),
    edit: (...given) => here.edit(...given),
    asked: (work) => here.asked(work),
    writes: (work) => here.writes(work),
    written: () => here.written(),
  }
}
