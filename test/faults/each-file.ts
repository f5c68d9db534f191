/** Run by vitest before each test file of this folder. */
import { keepLedger } from './ledger.ts'

keepLedger()
