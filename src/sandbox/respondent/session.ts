/** One respondent's answer in one browser: an unguessable token, in the form and (to come back later) in a cookie. */
import { randomBytes } from 'node:crypto'
import type { Content } from '../../model/survey.ts'
import { seeded } from '../seed/random.ts'

export const newToken = (): string => randomBytes(18).toString('base64url')
export const isToken = (text: string): boolean => /^[\w-]{24}$/.test(text)

const month = 30 * 86_400

/** The cookie only goes to this survey's page. */
export const sessionCookie = (base: string, token: string, secure: boolean): string =>
  `answer=${token}; Path=${base}; Max-Age=${token ? month : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export function cookieToken(request: Request): string | undefined {
  const token = /(?:^|;\s*)answer=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return token && isToken(token) ? token : undefined
}

/** Screens in the order for one respondent: a shuffled survey stays as it is on every visit. */
export function screensFor({ widgets, settings }: Content, token: string): string[] {
  const ids = widgets.ids.filter((id) => widgets.entities[id])
  if (!settings.question_random_order) return ids
  const fixed = (id: string): boolean => ['welcome', 'submit'].includes(widgets.entities[id]!.type)
  const shuffled = seeded(token).shuffle(ids.filter((id) => !fixed(id)))
  return ids.map((id) => (fixed(id) ? id : shuffled.shift()!))
}
