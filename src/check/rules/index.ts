/** All rules, in the order in which findings are listed. */
import type { Rule } from '../snapshot.ts'
import { accessRules } from './access.ts'
import { boundRules } from './bounds.ts'
import { crmRules } from './crm.ts'
import { logicRules } from './logic.ts'
import { mediaRules } from './media.ts'
import { noticeRules } from './notice.ts'
import { offerRules } from './offer.ts'
import { optionRules } from './options.ts'
import { publicationRules } from './publication.ts'
import { respondentRules } from './respondent.ts'
import { structureRules } from './structure.ts'
import { textRules } from './texts.ts'

export const rules: readonly Rule[] = [
  ...structureRules,
  ...optionRules,
  ...boundRules,
  ...logicRules,
  ...textRules,
  ...accessRules,
  ...noticeRules,
  ...crmRules,
  ...offerRules,
  ...publicationRules,
  ...respondentRules,
  ...mediaRules,
]
