/**
 * Who may see the console: a browser that once opened the address with the token, which set a cookie. Survey pages are on the
 * same origin and may run their authors' scripts, so the cookie alone is not enough: documents are served to top-level windows
 * only, and all other requests need the proof that those documents contain.
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../engine/access.ts'

export type Guard = ReturnType<typeof guardOf>

export function guardOf(token: string, publicUrl: string) {
  const { port } = new URL(publicUrl)
  const origins = [publicUrl, `http://localhost:${port}`]
  const derived = (purpose: string): string => createHmac('sha256', token).update(purpose).digest('base64url')
  const [session, proof] = [derived('session'), derived('proof')]
  // Cookies aren't separated by port: without it two sandboxes would overwrite each other's.
  const name = `surveyctl-console-${port}`
  return {
    proof,
    /** The `Set-Cookie` header for an address with the right token. */
    admit: (url: URL): string | undefined =>
      isSameSecret(url.searchParams.get('token'), token) ? `${name}=${session}; Path=/; HttpOnly; SameSite=Strict` : undefined,
    isAdmitted: ({ headers, url }: Request): boolean =>
      origins.includes(new URL(url).origin) && isSameSecret(cookieOf(headers.get('cookie') ?? '', name), session),
    /** Whether a document is requested for a top-level window, not for a frame or by a script. */
    isForWindow: ({ headers }: Request): boolean => [null, 'document'].includes(headers.get('sec-fetch-dest')),
    isProof: (given: string | null): boolean => isSameSecret(given, proof),
    /** Whether a form was sent from this origin. */
    isOwnForm: ({ headers }: Request): boolean =>
      origins.includes(headers.get('origin') ?? '') && [null, 'same-origin'].includes(headers.get('sec-fetch-site')),
  }
}

const cookieOf = (header: string, name: string): string | null => {
  const found = header.split(/;\s*/).find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}
