import type { AnswerRecord } from '../store/entities.ts'

/** The kind of device, by the user agent; a desktop when that doesn't say. */
export function deviceOf(userAgent: string): AnswerRecord['device'] {
  if (/ipad|tablet|kindle|silk|playbook/i.test(userAgent) || (/android/i.test(userAgent) && !/mobile/i.test(userAgent))) return 'tablet'
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop'
}
