import { withoutSecretFields } from '../../contract/core/secret.ts'
import { viewTariff } from '../../contract/account/tariff.ts'
import { CommandError } from '../../errors.ts'
import { writeYaml } from '../../text/yaml/write.ts'
import type { Tool } from '../definition.ts'

export const accountView: Tool = {
  name: 'account_view',
  about: 'Where this server works: profile, account, plan limits, and what it may do.',
  kind: 'read',
  fields: {},
  run: async (call) => {
    const { options, state } = call.server
    const settings = call.session.settings.current
    const plan = await planOf(call.session.settings.workspace(), (workspace_id) => call.context.service.call(viewTariff, { workspace_id }))
    const may = {
      read_only: options.readOnly || settings.value('read_only') === true,
      protected: settings.value('protected') === true,
      toolsets: options.toolsets.join(', '),
      only_surveys: options.surveys ? [...options.surveys].join(', ') : 'all',
      without_asking: [...options.allow].join(', ') || 'drafts only',
      texts_of_respondents: options.texts,
      personal_data: options.personal,
      files: options.exportDir ?? 'none',
      writes: `${state.writes} of ${options.maxWrites}`,
    }
    const { profile } = settings
    return {
      text: writeYaml({
        profile,
        service: settings.value('base_url') ?? null,
        account: settings.value('workspace') ?? null,
        this_server: may,
        plan: withoutSecretFields(plan),
      }),
    }
  },
}

/** A key without the right sees none. */
async function planOf<T>(workspace: Promise<number>, view: (id: number) => Promise<T>): Promise<T | string> {
  try {
    return await view(await workspace)
  } catch (error) {
    if (error instanceof CommandError && ['forbidden', 'usage'].includes(error.kind)) return error.message
    throw error
  }
}
