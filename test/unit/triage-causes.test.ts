/** Why a delivery failed, in a word where there is one that helps. */
import { expect, it } from 'vitest'
import { causeOf } from '../../src/account/triage/logs.ts'

it.each<[http_status: unknown, error: string, cause: string]>([
  [503, '', 'its server fails (503)'],
  [null, 'HTTP 404', 'not there (404)'],
  [null, '410 Gone', 'not there (410)'],
  [null, 'The receiver answered 401', 'not let in (401)'],
  [null, 'status: 302', 'redirect (302)'],
  [null, 'No answer within 500 ms', 'timeout'],
  [null, 'timed out after 404s', 'timeout'],
  [null, 'The messenger did not answer', 'timeout'],
  [null, 'connect ECONNREFUSED 203.0.113.7:443', 'refused'],
  [null, 'getaddrinfo ENOTFOUND hooks.example.com', 'host name not found'],
  [null, 'self-signed certificate', 'certificate not accepted'],
  [null, 'The bot no longer has access to the chat', 'chat gone'],
  [null, 'blocked by the plan', 'plan'],
  [null, 'An explanation at runtime, 300 bytes long', 'An explanation at runtime, 300 bytes long'],
  [null, '', 'not told'],
])('%s %s: %s', (http_status, error, cause) => expect(causeOf(http_status, error)).toBe(cause))
