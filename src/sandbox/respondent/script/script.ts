/**
 * The page's script, which works on the form. It includes the logic that the server uses, too. Without the script the whole
 * survey is one form that is submitted at once.
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

/** `walk` and `decode` are included by their source text, so that browser and server run the same code. */
export const pageScript = (): string => `(() => {
'use strict'
const walk = ${walk.toString()}
const decode = ${decode.toString()}
${[embedScript, enhancements, state, way, moves, time, wiring].join('\n')}
})()`
