/** `account audit`: the rules about the whole account, in the forms of every check. */
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { accountRules } from '../../../check/account-rules.ts'
import { configOf } from '../../../check/config-file.ts'
import { audit } from '../../../account/audit/audit.ts'
import { report, reporting, type CheckFlags } from '../../surveys/check/check.ts'

export async function auditAccount(
  context: Context,
  { since, probe = false, ...flags }: CheckFlags & { since?: string; probe?: boolean },
): Promise<void> {
  const config = configOf(flags)
  const workspace = await context.settings.workspace()
  await context.service.patience()
  await reporting(flags, async (files) => {
    const results = await audit(context.service, config, { workspace, since: readDuration(since ?? '90d', '--since'), probe })
    await report(context, results, flags, files, { what: 'The account', rules: accountRules })
  })
}
