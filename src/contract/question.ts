/** A question as it is saved: the fields that the specification shows have their types, all others pass as they are. */
import * as z from './core/schema.ts'

const flag = z.optional(z.boolean('must be true or false'))
/** Where nothing is assumed of an absent field, `null` is an unset one. */
const text = z.optional(z.nullable(z.string('must be a text')))
const whole = (least: number) =>
  z.optional(z.nullable(z.int('must be a whole number').check(z.minimum(least, `must be at least ${least}`))))
const oneOf = <const V extends readonly string[]>(values: V) => z.enum(values, `must be one of ${values.join(', ')}`)

/** One of them, several, or each switched on or off. */
const videoSetting = oneOf(['controls', 'autoplay'])
const videoSettings = z.union(
  [videoSetting, z.array(videoSetting), z.looseObject({ controls: flag, autoplay: flag })],
  'must be made of controls and autoplay',
)

const multimedia = z.looseObject(
  {
    type: z.optional(z.nullable(oneOf(['img', 'video', 'audio']))),
    imgUrl: text,
    videoUrl: text,
    audioUrl: text,
    imgLocation: z.optional(z.nullable(oneOf(['blocks', 'background']))),
    videoSettings: z.optional(z.nullable(videoSettings)),
  },
  'must be an object or null',
)

const optionWithImage = z.looseObject({ link: text }, 'must be an object')

/** Beside its type, which the save rules judge. */
export const question = z.looseObject({
  title: text,
  withTitle: flag,
  description: text,
  withDescription: flag,
  isRequired: flag,
  isBlocked: flag,
  multimedia: z.optional(z.nullable(multimedia)),
  filling_time_enabled: z.optional(z.nullable(z.boolean('must be true or false'))),
  filling_time_seconds: whole(0),
  welcomeLabel: text,
  submitLabel: text,
  ratingCount: whole(1),
  ratingFigure: text,
  choiceImageEntities: z.optional(z.nullable(z.array(optionWithImage, 'must be a list'))),
})
