import type { AnswerRecord } from '../store/entities.ts'

/** By what the browser says of itself; what says nothing is a desktop. */
export function deviceOf(userAgent: string): AnswerRecord['device'] {
  if (/ipad|tablet|kindle|silk|playbook/i.test(userAgent) || (/android/i.test(userAgent) && !/mobile/i.test(userAgent))) return 'tablet'
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop'
}
