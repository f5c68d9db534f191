/**
 * A question as it is saved. The specification shows the common fields and a few of single types; the other names follow
 * those: the type comes first. Unknown fields pass as they are.
 */
import { isOneOf } from '../../text/is-one-of.ts'
import * as z from '../core/schema.ts'

const flag = z.optional(z.boolean('must be true or false'))
/** Where nothing is assumed of an absent field, `null` is an unset one. */
const unset = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const text = unset(z.string('must be a text'))
const whole = (least: number) => unset(z.int('must be a whole number').check(z.minimum(least, `must be at least ${least}`)))
const oneOf = <const V extends readonly string[]>(values: V) => z.enum(values, `must be one of ${values.join(', ')}`)

/** One of them, several, or each switched on or off. */
const videoSetting = oneOf(['controls', 'autoplay'])
const videoSettings = z.union(
  [videoSetting, z.array(videoSetting), z.looseObject({ controls: flag, autoplay: flag })],
  'must be made of controls and autoplay',
)

const multimediaShape = {
  type: unset(oneOf(['img', 'video', 'audio'])),
  imgUrl: text,
  videoUrl: text,
  audioUrl: text,
  imgLocation: unset(oneOf(['blocks', 'background'])),
  videoSettings: unset(videoSettings),
}
const multimedia = z.looseObject(multimediaShape, 'must be an object or null')
export const multimediaFields = Object.keys(multimediaShape)

const common = {
  title: text,
  withTitle: flag,
  description: text,
  withDescription: flag,
  isRequired: flag,
  /** Shown, but not to be answered. */
  isBlocked: flag,
  multimedia: unset(multimedia),
  filling_time_enabled: unset(z.boolean('must be true or false')),
  filling_time_seconds: whole(0),
}

const yes = unset(z.boolean('must be true or false'))
/** Numbers in quotes count as well. */
const number = unset(
  z.union([z.number(), z.string().check(z.regex(/^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/, 'must be a number'))], 'must be a number'),
)

/** One of the things a respondent chooses from. Without an `id` its place in the list, from 1, is its id. */
const optionShape = {
  id: unset(z.union([z.string(), z.number()], 'must be a text')),
  title: text,
  /** Points, where the survey counts them. */
  score: number,
  /** Address of its picture. */
  link: text,
}
const option = z.looseObject(optionShape, 'must be an object, such as {"title": "Red"}')
export const optionFields = Object.keys(optionShape)
const list = () => unset(z.array(option, 'must be a list of options'))
const [options, rows, columns] = [list(), list(), list()]
/** Options with pictures, which are media of the survey. */
const pictures = list()
/** What one of a list is called. */
const called = new Map<unknown, 'option' | 'row' | 'column'>([
  [options, 'option'],
  [pictures, 'option'],
  [rows, 'row'],
  [columns, 'column'],
])

/** The types, with the fields that are known of each: both stand here alone. All of them may be absent; model/question says what is assumed then. */
export const questionFields = {
  welcome: { ...common, welcomeLabel: text },
  yesno: { ...common, yesnoYesLabel: text, yesnoNoLabel: text, yesnoYesScore: number, yesnoNoScore: number },
  choice: {
    ...common,
    choiceEntities: options,
    /** Options with pictures; they replace `choiceEntities` when there are any. */
    choiceImageEntities: pictures,
    choiceMultiple: yes,
    /** Least and most options of a multiple choice. */
    choiceMin: number,
    choiceMax: number,
  },
  dropdown: { ...common, dropdownEntities: options },
  ranking: { ...common, rankingEntities: options },
  slider: {
    ...common,
    sliderMin: number,
    sliderMax: number,
    sliderStep: number,
    sliderFromLabel: text,
    sliderToLabel: text,
    /** The value counts as points. */
    sliderScore: yes,
  },
  rating: { ...common, ratingCount: whole(1), ratingFigure: unset(oneOf(['star', 'heart', 'thumb', 'circle'])), ratingScore: yes },
  scale: { ...common, scaleFrom: number, scaleTo: number, scaleFromLabel: text, scaleToLabel: text, scaleScore: yes },
  input: { ...common, inputMultiline: yes, inputMaxLength: number, inputPlaceholder: text },
  email: { ...common, emailPlaceholder: text },
  phone: { ...common, phonePlaceholder: text },
  datetime: {
    ...common,
    datetimeKind: unset(oneOf(['date', 'time', 'datetime'])),
    /** Earliest and latest, written like the answer. */
    datetimeMin: text,
    datetimeMax: text,
  },
  matrix: {
    ...common,
    matrixRows: rows,
    matrixColumns: columns,
    /** Several columns a row. */
    matrixMultiple: yes,
  },
  message: { ...common, messageLabel: text },
  file: {
    ...common,
    fileMaxCount: number,
    fileMaxBytes: number,
    /** Allowed name endings; all when empty. */
    fileExtensions: unset(z.array(z.string('must be a text'), 'must be a list')),
  },
  html: { ...common, htmlContent: text },
  submit: {
    ...common,
    submitLabel: text,
    /** Where the last screen leads, at once unless `disable_auto_redirect`. */
    submitRedirectUrl: text,
    /** Heading and text of the last screen, after sending. */
    submitThanksTitle: text,
    submitThanksText: text,
  },
} satisfies Record<string, Record<string, z.ZodMiniType>>

export type QuestionType = keyof typeof questionFields
// An object's own keys are those of its type where it was written here.
export const questionTypes = Object.keys(questionFields) as [QuestionType, ...QuestionType[]]
export const isQuestionType = (type: unknown): type is QuestionType => isOneOf(questionTypes, type)

/** Fields that hold options, by what one of them is called: of several with one name, one must hold some. */
export const optionLists: Readonly<Record<QuestionType, readonly { fields: readonly string[]; one: string }[]>> = Object.fromEntries(
  Object.entries(questionFields).map(([type, fields]) => {
    const lists = Object.entries(fields).filter(([, schema]) => called.has(schema))
    const byName = Map.groupBy(lists, ([, schema]) => called.get(schema)!)
    return [type, Array.from(byName, ([one, some]) => ({ one, fields: some.map(([field]) => field) }))]
  }),
) as Record<QuestionType, []>

let pictureLists: ReadonlySet<string> | undefined

/** Whether a field of this name holds options with pictures. */
export function isPictureList(name: string | number | undefined): boolean {
  pictureLists ??= new Set(
    Object.values<Record<string, unknown>>(questionFields).flatMap((fields) =>
      Object.keys(fields).filter((field) => fields[field] === pictures),
    ),
  )
  return pictureLists.has(String(name))
}

type Shapes = typeof questionFields

export type QuestionFields<T extends QuestionType> = { [Name in keyof Shapes[T]]?: z.infer<Shapes[T][Name] & z.ZodMiniType> }
export type Option = z.infer<typeof option>
export type Multimedia = z.infer<typeof multimedia>
