import * as z from '../core/schema.ts'
import { choice } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const printQuiz = operation({
  id: 'export.print',
  request: 'POST /quiz/{id}/print',
  effect: 'read',
  summary: 'Save the printable version of a survey',
  body: {
    format: choice(['pdf', 'word', 'txt', 'html'], 'File format', { default: 'pdf' }),
    font: choice(['little', 'medium', 'large'], 'Size of the letters', { default: 'medium' }),
  },
  file: true,
  result: z.unknown(),
  right: 'settings',
  repeatable: true,
  refusals: ['print_failed'],
})
