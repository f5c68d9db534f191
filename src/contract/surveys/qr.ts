import * as z from '../core/schema.ts'
import { boolean, choice, color, integer } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const qrFormats = ['png', 'svg', 'eps'] as const

export const qrState = z.looseObject({
  url: z.optional(z.nullable(z.string())),
  format: z.optional(z.nullable(z.string())),
  size: z.optional(z.nullable(z.int())),
  color: z.optional(z.nullable(z.string())),
  background: z.optional(z.nullable(z.string())),
  margin: z.optional(z.nullable(z.int())),
  is_published: z.optional(z.boolean()),
  regenerated: z.optional(z.boolean()),
})

export const viewQr = operation({
  id: 'qr.view',
  request: 'GET /quiz/{id}/qr-code',
  sentBack: true,
  summary: 'Show the QR code of a survey',
  result: qrState,
  right: 'settings',
})

export const buildQr = operation({
  id: 'qr.build',
  request: 'POST /quiz/{id}/qr-code',
  effect: 'live',
  summary: 'Build the QR code of a survey; what is not given is as in the build before',
  body: {
    format: choice(qrFormats, 'File format'),
    size: integer('Width and height', { min: 100, max: 1000, unit: 'px' }),
    color: color('Colour of the code'),
    background: color('Background'),
    margin: integer('Margin around the code', { min: 0, max: 10 }),
    force: boolean('Build again with the same settings'),
  },
  result: qrState,
  right: 'settings',
  repeatable: true,
  refusals: ['disk_limit_reached'],
})
