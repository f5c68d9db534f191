import { boolean } from '../../contract/core/fields.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { changesBetween } from '../../draft/change.ts'
import { countImpacts, impactLine } from '../../draft/loss.ts'
import { knownPublication, publicationTrace, publishable } from '../../draft/publication.ts'
import { draftOf, type Draft } from '../../draft/read.ts'
import type { Trace } from '../../service.ts'
import { concernsOf } from '../../model/document/index.ts'
import { toCopy } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'
import type { Call } from '../call.ts'
import { digestOf } from '../cursor.ts'
import type { Finding } from '../../check/run.ts'
import { named } from '../questions.ts'
import type { Shown } from '../shared.ts'
import type { Tool } from '../definition.ts'
import { atRisk } from './survey-change.ts'
import { refuseErrors, survey } from './survey-read.ts'

interface Impact {
  says: string
  losses: string[]
  trace: Trace | undefined
  /** Else the publication looks at what a report shows. */
  isCounted: boolean
}

/** What is known of it: this tool keeps what it published itself. */
async function impactOf(call: Call, draft: Draft): Promise<Impact> {
  const { service } = call.context
  const trace = await publicationTrace(service, draft.id)
  if (trace?.mark === 0) return { says: 'for the first time', losses: [], trace, isCounted: false }
  const published = await knownPublication(service, draft.id, trace)
  if (!published) return { says: 'changes since the last publication unknown', losses: [], trace, isCounted: false }
  const screens = new Set(
    changesBetween(published, publishable(draft)).flatMap(({ path: [section, id] }) => (section === 'screens' && id ? [id] : [])),
  )
  const concerns = concernsOf(published, draft.content).filter(({ class: kind }) => kind !== 'note')
  const impacts = draft.answers === 0 ? [] : await countImpacts(service, draft.id, concerns)
  const losses = impacts.filter(({ answers }) => answers !== 0).map(impactLine)
  // One answer may be lost by several of them: no sum says how many.
  const lost = losses.length === 0 ? '0 answers' : `answers to ${counted(losses.length, 'question or option', 'questions or options')}`
  return { says: `${counted(screens.size, 'question')} changed, ${lost} lost`, losses, trace, isCounted: true }
}

const minutes = 5 * 60_000
/** By the publication itself. */
const putRight = 'unpublished-changes'

/** Once for the question and its answer: a check is some twenty requests. */
async function checked(call: Call, id: number, shown: Shown, digest: string): Promise<readonly Finding[]> {
  const { checks } = call.server.state
  const known = checks.get(id)
  if (known?.digest === digest && known.at > Date.now() - minutes) return known.findings
  const all = await call.server.jobs.findings(call.context, id, shown, call.keysOf(id, draftOf(id, shown).content))
  const findings = all.filter(({ rule }) => rule !== putRight)
  checks.set(id, { digest, at: Date.now(), findings })
  return findings
}

export const surveyPublish: Tool = {
  name: 'survey_publish',
  about: 'Publishes the draft, after a check; a person is asked.',
  kind: 'ask',
  operation: () => 'quiz.publish',
  fields: { survey, allow_loss: boolean('Also where answers would be lost'), dry_run: boolean('Only show the requests') },
  run: async (call, input) => {
    const id = await call.survey(input.survey)
    const shown = await call.context.service.call(viewQuiz, { id })
    const draft = draftOf(id, shown)
    const digest = digestOf(draft.content)
    const findings = await checked(call, id, shown, digest)
    refuseErrors(id, findings)
    const { says, losses, trace, isCounted } = await impactOf(call, draft)
    if (losses.length > 0 && input.allow_loss !== true) throw atRisk('Nothing was published', losses)
    const warnings = findings.filter(({ severity }) => severity === 'warning').length
    const question = `Publish survey ${id} ${named(draft.name)}? ${says}, ${counted(warnings, 'warning')}`
    call.confirm({
      text: question,
      about: digest,
      allowed: losses.length > 0 && !call.server.options.allow.has('answers') ? undefined : 'publish',
      reachesOthers: true,
      line: toCopy`surveyctl quiz publish ${id}`,
    })
    await call.server.jobs.publish(call.context, draft, { allowLoss: input.allow_loss === true, isGuarded: isCounted, before: trace })
    if (call.dryRun) return { head: `The person would be asked: ${question}`, text: '' }
    return { text: call.printed().trim() || `Published survey ${id}`, facts: { id, published: true } }
  },
}
