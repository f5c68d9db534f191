import { group, ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { notSignedIn } from '../../../cli/session/not-signed-in.ts'
import { viewTariff } from '../../../contract/account/tariff.ts'
import { listQuizzes } from '../../../contract/surveys/quiz.ts'
import { CommandError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { environment } from '../../../system/environment.ts'
import { bad, good, type Finding } from './finding.ts'
import { counted } from '../../../text/counted.ts'

const columns: Column[] = [{ path: 'ok', as: 'yesno' }, 'check', 'finding', 'advice']

/** Milliseconds: signed links and schedules start to fail at about a minute. */
const clockTolerance = 60_000

/** Settings that can't be read are a finding too; the service is not checked then. */
function settingsFinding(context: Context): Finding & { readable: boolean } {
  try {
    const { profile, path, warnings, whyClosed: closed } = context.settings.current
    if (warnings.length > 0) return { ...bad('settings', warnings.join('; '), `chmod 600 ${path}`), readable: true }
    // As in a container: what needs no memory works.
    if (closed !== undefined)
      return {
        ...good('settings', `nothing can be stored in ${path}: ${closed}`),
        advice: 'SURVEYCTL_CONFIG_DIR names another folder',
        readable: true,
      }
    return { ...good('settings', `profile "${profile}" in ${path}`), readable: true }
  } catch (error) {
    return { ...failed('settings', error), readable: false }
  }
}

function proxyFinding(env: NodeJS.ProcessEnv): Finding {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy
  const certificates = env.NODE_EXTRA_CA_CERTS ? `, extra certificates from ${env.NODE_EXTRA_CA_CERTS}` : ''
  return good('proxy', (proxy ? proxy.replace(/\/\/[^@/]*@/, '//***@') : 'none') + certificates)
}

function failed(check: string, error: unknown): Finding {
  if (!(error instanceof CommandError)) throw error
  return bad(
    check,
    error.message.replace(/^List surveys: /, ''),
    error.facts.hint?.replace(/: surveyctl doctor$/, '. To change it: surveyctl config set base_url URL') ??
      (error.kind === 'usage' ? 'To see where it comes from: surveyctl config list' : 'Try again later'),
  )
}

function clockFinding(date: string | undefined): Finding {
  const skew = date === undefined ? 0 : Math.abs(Date.parse(date) - Date.now())
  return Number.isNaN(skew) || skew <= clockTolerance
    ? good('clock', 'agrees with the service')
    : bad('clock', `${Math.round(skew / 1000)} s away from the service's`, 'Set the clock of this machine')
}

async function serviceFindings(context: Context): Promise<Finding[]> {
  try {
    const settings = context.settings.current
    const [base_url, api_key] = [settings.value('base_url'), await context.settings.key()]
    if (!base_url || !api_key) return [failed('sign-in', notSignedIn(settings, api_key ? 'base_url' : 'api_key'))]
    const client = await context.settings.connect({ base_url, api_key })
    const { headers } = await client.raw(listQuizzes, { limit: 1 })
    return [
      good('service', `${base_url} answers`),
      good('key', `accepted (${context.settings.keyOrigin()})`),
      clockFinding([headers.date].flat()[0]),
      await planFinding(context),
    ]
  } catch (error) {
    return [failed(error instanceof CommandError && error.kind === 'auth' ? 'key' : 'service', error)]
  }
}

async function planFinding(context: Context): Promise<Finding> {
  const workspace_id = context.settings.current.value('workspace')
  if (workspace_id === undefined) return bad('plan', 'the account id is not known', 'surveyctl config set workspace ID')
  try {
    const { tariff } = await context.service.call(viewTariff, { workspace_id })
    const left = tariff?.days_left
    if (typeof left === 'number' && left <= 7)
      return bad('plan', `${tariff?.code ?? 'the plan'} ends in ${counted(left, 'day')}`, 'Renew it in the account cabinet')
    return good('plan', `${tariff?.code ?? 'known'}${typeof left === 'number' ? `, ${counted(left, 'day')} left` : ''}`)
  } catch (error) {
    return failed('plan', error)
  }
}

async function allFindings(context: Context): Promise<Finding[]> {
  const { readable, ...settings } = settingsFinding(context)
  const rest = readable ? await serviceFindings(context) : []
  return [good('node', `${process.version} on ${process.platform}`), settings, proxyFinding(environment()), ...rest]
}

/** On a terminal each has the room that its advice needs. */
function showFindings(context: Context, findings: readonly Finding[]): Promise<void> {
  if (!context.show.form.forPerson) return context.show.rows([findings], columns)
  const line = ({ check, ok, finding, advice }: Finding): Column => ({
    path: check,
    value: () => `${ok ? '✓' : '✗'} ${finding}${advice ? `\n  ${advice}` : ''}`,
  })
  return context.show.thing({}, findings.map(line))
}

export const doctorGroup = group('doctor', {
  summary: 'What works, what does not, and what to do',
  commands: [
    ownCommand('', {
      summary: 'Check settings, key, reachability, clock, proxy and plan',
      extra: {
        updates: {
          flag: '--updates',
          about:
            'Ask the place of its releases, once, for the newest version instead, and say how this copy is renewed (exit 1: there is a newer one)',
        },
      },
      columns,
      examples: ['doctor', "doctor --jq '.[] | select(.ok | not)'", 'doctor --updates'],
      run: async (context, _, { updates }) => {
        const findings = updates ? await (await import('./updates.ts')).updateFindings(context) : await allFindings(context)
        await showFindings(context, findings)
        const wrong = findings.filter(({ ok }) => !ok)
        if (wrong.length > 0)
          throw new CommandError(
            'refused',
            `${wrong.length} of ${findings.length} checks found something: ${wrong.map(({ check }) => check).join(', ')}`,
          )
      },
    }),
  ],
})
