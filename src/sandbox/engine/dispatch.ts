/** One request to the service: checked in the order that the specification gives, then answered by its handler. */
import type { IncomingMessage } from 'node:http'
import { check, isOfSurvey, isWrite, planOptionOf, rightsOf, type AnyOperation } from '../../contract/core/operation.ts'
import type { Problem } from '../../contract/core/rules.ts'
import { callerOf, type Caller } from './access.ts'
import { discard, receiveBody, type Body } from './body.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Actor } from '../store/account/actor.ts'
import { denied, invalid, Refusal, refuse } from '../store/refusal.ts'
import { traceOf } from './logged.ts'
import type { HandlerFault, Call, Route } from './handler.ts'
import type { Service } from '../store/service.ts'
import { readForm, readPath, readQuery, type InputValues } from './input.ts'
import { refuseOption } from '../store/account/plan.ts'
import { findFolder } from '../store/surveys/folder.ts'
import { editingLockOf, findQuiz } from '../store/surveys/quiz.ts'
import { jsonReply, resultReply, type Reply } from './reply.ts'
import type { Engine } from './service.ts'

interface ServiceRequest {
  incoming: IncomingMessage
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  handlerFault: HandlerFault
  logBody: (received: unknown) => void
}

/** Answers any request: without a route 404, a refusal with its status, an unexpected error with 500. */
export async function handleRequest(engine: Engine, route: Route | undefined, request: ServiceRequest): Promise<Reply> {
  try {
    needCaller(engine.service, request.incoming)
    return route ? await perform(engine, route, request) : notFound()
  } catch (error) {
    if (error instanceof Refusal) return jsonReply(error.status, error.body)
    engine.service.log(traceOf(error))
    return jsonReply(500, { message: 'Server Error' })
  }
}

const notFound = (): Reply => jsonReply(404, { message: 'Not Found' })

function needCaller({ store }: Service, { headers }: IncomingMessage): Caller {
  const caller = callerOf(store, headers.authorization)
  if (!caller) throw new Refusal(401, { message: 'Unauthenticated.' })
  return caller
}

async function perform(
  { service, writes, blobs }: Engine,
  { operation, handler }: Route,
  { incoming, params, query, handlerFault, logBody }: ServiceRequest,
): Promise<Reply> {
  const path = readPath(operation, params)
  if (!path) return notFound()
  const body = operation.method === 'GET' ? { input: {}, upload: {} } : await receiveBody(operation, incoming, blobs.incoming)
  if (body.received !== undefined) logBody(body.received)
  const work = async (): Promise<Reply> => {
    // Looked up again: the key may have been revoked while the body came in.
    const call = prepare(service, operation, needCaller(service, incoming), path, body, query)
    const result = await handler({ ...call, ...handlerFault })
    if (operation.locks && call.quiz) needUnlocked(call.quiz)
    return resultReply(result, operation)
  }
  try {
    return await (isWrite(operation) ? writes.write(work) : writes.read(work))
  } finally {
    await discard(body.upload)
  }
}

/** Everything that is checked before a handler runs. */
function prepare(
  service: Service,
  operation: AnyOperation,
  caller: Caller,
  path: InputValues,
  body: Body,
  query: URLSearchParams,
): Call<AnyOperation> {
  const { workspace, actor } = caller
  const input = inputOf(operation, path, body, query)
  const quizId = isOfSurvey(operation) && typeof path.id === 'number' ? path.id : undefined
  const found = quizId === undefined ? undefined : ownQuiz(service, workspace.id, quizId)
  if (quizId !== undefined) needVisible(actor, found)
  const quiz = found?.deleted_at === null ? found : undefined
  needRights(service, operation, caller, input, quiz)
  refuseProblems(check(operation, input, ['params']))
  const option = planOptionOf(operation, input)
  if (option && !workspace.plan.options[option]) refuseOption(operation.plan?.refusal)
  if (body.problem) throw body.problem
  refuseProblems(check(operation, withFiles(operation, input, body), ['query', 'body']))
  if (path.workspace_id !== undefined && path.workspace_id !== workspace.id) refuse(400, 'workspace_not_found')
  if (quizId !== undefined && !quiz) refuse(400, operation.id === 'quiz.save' ? 'not_found' : 'quiz_not_found')
  // `input` was checked against the operation, and `quiz` exists where its path names one: no compiler follows either.
  return { input, quiz, workspace, actor, service, upload: body.upload } as Call<AnyOperation>
}

/** All parts of a request in one object. A DELETE may carry its body in the query. */
function inputOf(operation: AnyOperation, path: InputValues, body: Body, query: URLSearchParams): InputValues {
  const bodyInQuery = operation.method === 'DELETE' ? readForm(operation.body, query) : {}
  return { ...readQuery(operation.query, query), ...bodyInQuery, ...body.input, ...path }
}

/** For the checks, an uploaded file's name is the value of its field. */
const withFiles = (operation: AnyOperation, input: InputValues, { upload }: Body): InputValues =>
  operation.multipart ? { ...input, ...Object.fromEntries(Object.entries(upload).map(([name, { filename }]) => [name, filename])) } : input

/** A survey of the account, in the trash too. */
function ownQuiz({ store }: Service, workspaceId: number, id: number): QuizRecord | undefined {
  const quiz = findQuiz(store, id, { trash: true })
  return quiz?.workspace_id === workspaceId ? quiz : undefined
}

/** Refuses a hidden survey. A caller from whom some are hidden is refused a missing one in the same way, so as not to tell them apart. */
function needVisible(actor: Actor, quiz: QuizRecord | undefined): void {
  const isVisible = quiz ? actor.sees(quiz) : !actor.limited
  if (!isVisible) denied()
}

/** On a survey, its folder and author decide; elsewhere, the folder that the request names. */
function needRights(
  { store }: Service,
  operation: AnyOperation,
  { workspace, actor }: Caller,
  input: InputValues,
  quiz: QuizRecord | undefined,
): void {
  if (operation.ownerOnly && !actor.isOwner) denied()
  const named = input.folderId ?? input.folder_id
  const folder = typeof named === 'number' ? named : undefined
  // A missing folder is refused as a hidden one is.
  const isMissing = folder !== undefined && actor.limited && !findFolder(store, workspace.id, folder)
  for (const right of rightsOf(operation)) {
    if (quiz ? actor.canOn(right, quiz) : !isMissing && actor.can(right, folder)) continue
    // Who has the right elsewhere is refused because of the folder.
    denied(!quiz && actor.can(right) ? 'access_denied_to_folder' : 'access_denied')
  }
}

/** Refuses with 422, and with the first code that a field or rule names. */
function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const errors: Record<string, string[]> = {}
  for (const { field, message, about } of problems) (errors[field] ??= []).push(about ? `${about}: ${message}` : message)
  invalid(errors, problems.find(({ code }) => code)?.code)
}

function needUnlocked(quiz: QuizRecord): void {
  const editing_lock = editingLockOf(quiz)
  if (editing_lock) throw new Refusal(423, { status: false, editing_lock })
}
