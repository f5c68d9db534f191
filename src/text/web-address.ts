import { CommandError } from '../errors.ts'

/** An http or https address, for a browser or markup: other schemes could run a program or script. */
export function webAddress(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new CommandError('refused', `"${text}" is not an http or https address, so it is not opened`, {
    hint: 'The service gave it as the address of a page: look at it before you use it',
  })
}
