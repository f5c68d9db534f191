/** Run by vitest before all tests: they try the built program, which must not be older than its sources. */
export { buildIfOlder as setup } from '../../build/bundle.ts'
