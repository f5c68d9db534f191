/**
 * What runs in the browser: plain script over the plain form, in one piece with the logic that the server uses too.
 * Without it the whole survey is one form that is sent at once.
 */
import { walk } from '../../../model/logic.ts'
import { decode } from '../decode.ts'
import { embedScript } from '../embed.ts'
import { enhancements } from './enhancements.ts'
import { moves } from './moves.ts'
import { state } from './state.ts'
import { time } from './time.ts'
import { way } from './way.ts'
import { wiring } from './wiring.ts'

/** Two functions come from their own source text: one logic on both sides. */
export const pageScript = (): string => `(() => {
'use strict'
const walk = ${walk.toString()}
const decode = ${decode.toString()}
${[embedScript, enhancements, state, way, moves, time, wiring].join('\n')}
})()`
