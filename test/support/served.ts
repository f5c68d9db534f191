/** A sandbox of this process, and the program signed in to it. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AnswerValues, Content } from '../../src/model/survey.ts'
import { insertAnswer } from '../../src/sandbox/store/answers/answer.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { publish } from '../../src/sandbox/store/surveys/publishing.ts'
import { insertQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import type { SeedName } from '../../src/sandbox/seed/seed.ts'
import { surveyctl, type Surveyctl } from './program.ts'
import { startSandbox, type RunningSandbox } from './sandbox.ts'

export interface Served {
  sandbox: RunningSandbox
  /** The program as the owner of the account. */
  run: Surveyctl
  /** The program with another key. */
  as: (apiKey: string) => Surveyctl
  /** What the `sandbox` commands ask. */
  control: RunningSandbox['control']
  close: () => Promise<void>
}

export async function serve(
  seed: SeedName,
  { isFound = false, ...options }: { allowLocalWebhooks?: boolean; isFound?: boolean } = {},
): Promise<Served> {
  const sandbox = await startSandbox({ seed, ...options })
  const env = isFound ? sandbox.env : {}
  const as = (apiKey: string): Surveyctl => surveyctl({ baseUrl: sandbox.baseUrl, apiKey, workspace: sandbox.workspaceId, env })
  return { sandbox, run: as(sandbox.apiKey), as, control: sandbox.control, close: () => sandbox.close() }
}

interface Use {
  allowLocalWebhooks?: boolean
  /** The program's own `sandbox` commands know where it runs. */
  isFound?: boolean
  /** What a test leaves is there for the next one; only for what is read, or makes its own things. */
  keep?: boolean
}

/** The whole preamble of a test file: a sandbox of its own, as it was seeded for each test. */
export function useSandbox(seed: SeedName, { keep = false, ...options }: Use = {}): Omit<Served, 'close'> {
  let served: Served
  let isFresh = true
  beforeAll(async () => {
    served = await serve(seed, options)
  })
  beforeEach(async () => {
    if (!isFresh && !keep) {
      await served.sandbox.restore()
      // With settings of its own: what the program keeps of surveys is of another life of theirs.
      served.run = served.as(served.sandbox.apiKey)
    }
    isFresh = false
  })
  afterAll(() => served.close())
  return {
    run: (...given) => served.run(...given),
    get sandbox() {
      return served.sandbox
    },
    as: (apiKey) => served.as(apiKey),
    control: (...given) => served.control(...given),
  }
}

export interface GivenAnswer {
  values: AnswerValues
  is_complete?: boolean
  is_screenout?: boolean
  is_deleted?: boolean
  date_start?: string
  date_end?: string | null
}

/** A published survey with exactly these answers. */
export async function surveyWith(
  { service, workspaceId, folderId }: Sandbox,
  name: string,
  content: Content,
  answers: readonly GivenAnswer[],
): Promise<number> {
  return service.write(() => {
    const quiz = publish(service, insertQuiz(service, { workspace_id: workspaceId, folder_id: folderId, member_id: 1, name, content }), 1)
    for (const [index, answer] of answers.entries()) {
      const {
        date_start = '2026-08-01T09:00:00.000Z',
        date_end = '2026-08-01T09:02:00.000Z',
        is_complete = true,
        is_screenout = false,
        is_deleted = false,
        values,
      } = answer
      insertAnswer(service.store, {
        quiz_id: quiz.id,
        token: `given-${quiz.id}-${index}`,
        version_id: quiz.version_id,
        date_start,
        date_end,
        is_complete,
        is_screenout,
        is_deleted,
        values,
        ip_address: '203.0.113.7',
        user_agent: 'test',
        device: 'desktop',
        hidden: {},
        score: null,
        promo_code: null,
        updated_at: date_end ?? date_start,
      })
    }
    return quiz.id
  })
}

/** What respondents of a survey are shown. */
export const publishedOf = ({ service }: RunningSandbox, quiz: number): Content =>
  JSON.parse(service.store.get<{ published: string }>('select published from quiz where id = ?', quiz)!.published) as Content
