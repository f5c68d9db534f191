import * as z from '../core/schema.ts'
import { choice, file, required } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const mediaTypes = ['image', 'video', 'audio'] as const
export type MediaType = (typeof mediaTypes)[number]

/** Formats of a picture beside an answer option. */
export const optionImageFormats = ['jpeg', 'jpg', 'png', 'webp', 'gif'] as const

const needs = {
  right: ['files_upload', 'edit_quiz'],
  plan: { option: 'media' },
  multipart: true,
  refusals: ['disk_limit_reached'],
} as const

export const uploadMedia = operation({
  id: 'media.upload',
  request: 'POST /quiz/{id}/media',
  effect: 'live',
  summary: 'Upload a picture, video or sound for a question',
  body: {
    type: required(choice(mediaTypes, 'What the file is; the service looks at the content all the same')),
    file: required(file('File to upload', 'image, video or audio')),
  },
  result: z.looseObject({ url: z.string(), type: z.optional(z.string()), multimedia_field: z.optional(z.string()) }),
  ...needs,
})

export const uploadOptionImage = operation({
  id: 'media.option-image',
  request: 'POST /quiz/{id}/media/widget-image',
  effect: 'live',
  summary: 'Upload a picture for an answer option',
  body: { file: required(file('File to upload', optionImageFormats.join(', '))) },
  result: z.looseObject({ url: z.string() }),
  ...needs,
})
