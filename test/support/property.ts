/**
 * fast-check with one seed for all runs, so that the same commit passes or fails each time. New seeds are tried every night
 * (.github/workflows/test.yml); `TEST_SEED=N npx vitest run FILE` tries another one.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })

export { fc }
