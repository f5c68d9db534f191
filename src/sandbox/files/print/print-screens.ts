/** The content of the printable survey, which every format shows. */
import type { PrintData, PrintScreen } from '../data.ts'
import { marksOf, type Mark } from './print-marks.ts'
import { oneLine, xmlSafe } from '../../../files/text.ts'
import { labelsOf } from '../labels.ts'

export interface PrintedScreen {
  title: string
  required: boolean
  description: string
  marks: Mark[]
  /** False for the start and final screen and for messages. */
  asks: boolean
}

export interface PrintedSurvey {
  title: string
  description: string
  /** Explains the mark of required questions; empty when there are none. */
  legend: string
  screens: PrintedScreen[]
}

const titleOf = ({ number, title }: PrintScreen): string => oneLine(xmlSafe(number ? `${number}. ${title}` : title))

/** The mark after the title of a required question. */
export const requiredMark = '*'

export function printed(data: PrintData): PrintedSurvey {
  const labels = labelsOf(data.lang)
  const screens = data.screens.map((screen): PrintedScreen => {
    const marks = marksOf(screen.question, data.lang ?? 'en')
    return {
      title: titleOf(screen),
      required: screen.required ?? false,
      description: xmlSafe(screen.description ?? ''),
      marks,
      asks: marks.length > 0,
    }
  })
  return {
    title: oneLine(xmlSafe(data.title)),
    description: xmlSafe(data.description ?? ''),
    screens,
    legend: screens.some(({ required, asks }) => required && asks) ? `${requiredMark} ${labels.required}` : '',
  }
}
