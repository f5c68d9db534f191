import type { SectionName } from '../../model/document/sections.ts'
import { archived } from './archived.ts'
import { conditions } from './conditions.ts'
import { counters } from './counters.ts'
import { folder } from './folder.ts'
import { hidden } from './hidden.ts'
import { letters } from './letters.ts'
import { name } from './name.ts'
import { note } from './note.ts'
import { payment } from './payment.ts'
import { qr } from './qr.ts'
import { recipients } from './recipients.ts'
import { screens } from './screens.ts'
import type { Section } from './section.ts'
import { settings } from './settings.ts'
import { template } from './template.ts'
import { texts } from './texts.ts'
import { theme } from './theme.ts'
import { type } from './type.ts'
import { webhooks } from './webhooks.ts'

/** Those that a project knows; others of a survey file are refused. */
export const knownSections: Readonly<Partial<Record<SectionName, Section>>> = {
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
  counters,
  payment,
  qr,
}

export const sectionEntries = (): [string, Section][] => Object.entries(knownSections)
export const sectionOf = (section: string): Section | undefined => (knownSections as Readonly<Record<string, Section>>)[section]
