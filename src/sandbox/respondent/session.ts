/** The session of a respondent: the answer's unguessable token, in the form and, for coming back later, in a cookie. */
import { randomBytes } from 'node:crypto'
import type { Content } from '../../model/survey.ts'
import { seeded } from '../engine/random.ts'

export const newToken = (): string => randomBytes(18).toString('base64url')
export const isToken = (text: string): boolean => /^[\w-]{24}$/.test(text)

const month = 30 * 86_400

/** The cookie is sent to this survey's page only. */
export const sessionCookie = (base: string, token: string, secure: boolean): string =>
  `answer=${token}; Path=${base}; Max-Age=${token ? month : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export function cookieToken(request: Request): string | undefined {
  const token = /(?:^|;\s*)answer=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return token && isToken(token) ? token : undefined
}

/** The screens in the respondent's order: a random order is the same at every visit. */
export function screensFor({ widgets, settings }: Content, token: string): string[] {
  const ids = widgets.ids.filter((id) => widgets.entities[id])
  if (!settings.question_random_order) return ids
  const isFixed = (id: string): boolean => ['welcome', 'submit'].includes(widgets.entities[id]?.type ?? '')
  const shuffled = seeded(token).shuffle(ids.filter((id) => !isFixed(id)))
  // The places of all other screens go to the shuffled ones in turn.
  return ids.flatMap((id) => (isFixed(id) ? id : (shuffled.shift() ?? [])))
}
