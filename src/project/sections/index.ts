import { isSection, type SectionName } from '../../model/document/sections.ts'
import { archived } from './archived.ts'
import { automation } from './integrations/automation.ts'
import { conditions } from './conditions.ts'
import { counters } from './integrations/counters.ts'
import { crm } from './integrations/crm.ts'
import { folder } from './folder.ts'
import { hidden } from './hidden.ts'
import { letters } from './letters.ts'
import { messengers } from './integrations/messengers.ts'
import { name } from './name.ts'
import { note } from './note.ts'
import { payment } from './payment.ts'
import { promo } from './promo.ts'
import { qr } from './qr.ts'
import { recipients } from './recipients.ts'
import { screens } from './screens.ts'
import type { Section } from './section.ts'
import { settings } from './settings.ts'
import { sheets } from './integrations/sheets.ts'
import { template } from './template.ts'
import { texts } from './texts.ts'
import { theme } from './theme.ts'
import { type } from './type.ts'
import { webhooks } from './webhooks/section.ts'

/** How each section of a document is read and written. A new section is a file beside this and a line here. */
const knownSections: Readonly<Record<SectionName, Section>> = {
  name,
  archived,
  folder,
  type,
  template,
  note,
  theme,
  settings,
  hidden,
  screens,
  conditions,
  texts,
  letters,
  recipients,
  webhooks,
  messengers,
  sheets,
  automation,
  crm,
  counters,
  promo,
  payment,
  qr,
}

export const sectionEntries = (): [string, Section][] => Object.entries(knownSections)
export const sectionOf = (section: string): Section | undefined => (isSection(section) ? knownSections[section] : undefined)
