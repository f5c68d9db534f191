/** Whether answers get into a connected CRM, and into fields of it. */
import type { Crm, Rule } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

/** What an answer creates: entities of crm_b that are on, blocks of crm_a with a pipeline or list. */
const creates = (mapping: Crm['current_mapping']): boolean =>
  Object.values(mapping ?? {}).some((part) => part?.enabled === true || (Array.isArray(part?.active) && part.active.length > 0))

/** Whether the mapping is known and empty; one that the service doesn't show isn't. */
const isUnmapped = ({ current_mapping: mapping }: Crm): boolean => mapping !== undefined && !creates(mapping)

export const crmRules: readonly Rule[] = [
  {
    id: 'crm-lost',
    severity: 'error',
    why: 'Answers no longer get into the CRM',
    needs: ['crm'],
    *run(survey) {
      for (const [name, { connection_ok, message }] of Object.entries(survey.parts.crm ?? {}))
        if (connection_ok === false)
          yield {
            path: name,
            message: `The connection to ${name} is lost${typeof message === 'string' && message !== '' ? `: ${message}` : ''}; a person connects it again, in the cabinet`,
            fix: commandLine`crm check ${survey.survey} ${name}`,
          }
    },
  },
  {
    id: 'crm-unmapped',
    severity: 'error',
    why: 'It is on, and an answer creates nothing in the CRM',
    needs: ['crm'],
    *run(survey) {
      for (const [name, state] of Object.entries(survey.parts.crm ?? {}))
        if (isUnmapped(state))
          yield {
            path: name,
            message: `${name} is on, but its mapping creates nothing from an answer`,
            fix: commandLine`crm map ${survey.survey} ${name}`,
          }
    },
  },
]
