import { RateLimiter, type RateLimiterOptions } from '../client/rate-limiter.ts'

/** One limiter for the requests of many runs. */
export const limiterOf = (options: RateLimiterOptions): RateLimiter => new RateLimiter(options)
export type Limiter = RateLimiter
