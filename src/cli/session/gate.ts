import { Pace, type PaceOptions } from '../../client/pace.ts'

/** One gate for the requests of many runs. */
export const gateOf = (options: PaceOptions): Pace => new Pace(options)
export type Gate = Pace
