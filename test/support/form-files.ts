/** Small files of other systems, written here: as their programs write them, with nothing copied. */
import { xlsxBytes } from '../../src/files/xlsx.ts'

export type SheetCells = readonly (readonly (string | number | boolean | null)[])[]

export async function workbookOf(sheets: Readonly<Record<string, SheetCells>>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const tables = Object.entries(sheets).map(([title, [head = [], ...rows]]) => ({ title, head: head.map(String), rows }))
  for await (const part of xlsxBytes(...tables)) parts.push(part)
  return Buffer.concat(parts)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Fields = Readonly<Record<string, string | number>>

const table = (name: string, rows: readonly Fields[]): string =>
  rows.length === 0
    ? ''
    : `<${name}><rows>${rows
        .map(
          (row) =>
            `<row>${Object.entries(row)
              .map(([field, value]) => `<${field}><![CDATA[${value}]]></${field}>`)
              .join('')}</row>`,
        )
        .join('')}</rows></${name}>`

export interface LssQuestion {
  code: string
  type: string
  text: string
  relevance?: string
  mandatory?: 'Y' | 'N'
  other?: 'Y' | 'N'
  /** Codes and texts. */
  answers?: readonly (readonly [string, string])[]
  parts?: readonly (readonly [string, string])[]
  attributes?: Readonly<Record<string, string>>
}

/** `generation`: texts beside their rows, as older versions write them, or in tables of their own. */
export function lssOf(
  groups: readonly { name: string; relevance?: string; questions: readonly LssQuestion[] }[],
  { generation = 'new', title = 'Garden', end = '' }: { generation?: 'old' | 'new'; title?: string; end?: string } = {},
): string {
  const rows = new Map<string, Fields[]>()
  const put = (name: string, row: Fields): void => void rows.set(name, [...(rows.get(name) ?? []), row])
  let [number, answer] = [100, 1000]
  const isOld = generation === 'old'
  groups.forEach(({ name, relevance = '', questions }, order) => {
    const gid = order + 1
    const text = { group_name: name, description: '', language: 'en' }
    put('groups', { gid, sid: 7, group_order: order, grelevance: relevance, ...(isOld && text) })
    if (!isOld) put('group_l10ns', { id: gid, gid, ...text })
    questions.forEach((question, place) => {
      const {
        code,
        type,
        text: asked,
        relevance: own = '1',
        mandatory = 'N',
        other = 'N',
        answers = [],
        parts = [],
        attributes = {},
      } = question
      const qid = number++
      const said = { question: asked, help: '', language: 'en' }
      const base = {
        qid,
        parent_qid: 0,
        sid: 7,
        gid,
        type,
        title: code,
        mandatory,
        other,
        question_order: place,
        scale_id: 0,
        relevance: own,
      }
      put('questions', { ...base, ...(isOld && said) })
      if (!isOld) put('question_l10ns', { id: qid, qid, ...said })
      parts.forEach(([part, label], index) => {
        const sub = number++
        const row = { qid: sub, parent_qid: qid, sid: 7, gid, type: 'T', title: part, question_order: index, scale_id: 0 }
        put(isOld ? 'questions' : 'subquestions', { ...row, ...(isOld && { question: label, language: 'en' }) })
        if (!isOld) put('question_l10ns', { id: sub, qid: sub, question: label, help: '', language: 'en' })
      })
      answers.forEach(([value, label], index) => {
        const aid = answer++
        const row = { qid, code: value, sortorder: index, assessment_value: 0, scale_id: 0 }
        put('answers', isOld ? { ...row, answer: label, language: 'en' } : { aid, ...row })
        if (!isOld) put('answer_l10ns', { id: aid, aid, answer: label, language: 'en' })
      })
      for (const [attribute, value] of Object.entries(attributes)) put('question_attributes', { qid, attribute, value })
    })
  })
  put('surveys', { sid: 7, language: 'en', format: 'G', showprogress: 'Y', allowprev: 'N' })
  put('surveys_languagesettings', { surveyls_survey_id: 7, surveyls_language: 'en', surveyls_title: title, surveyls_endtext: end })
  return `<?xml version="1.0" encoding="UTF-8"?>
<document><LimeSurveyDocType>Survey</LimeSurveyDocType><DBVersion>${isOld ? 164 : 495}</DBVersion><languages><language>${escaped('en')}</language></languages>${[...rows].map(([name, all]) => table(name, all)).join('\n')}</document>`
}

export interface QsfElement {
  id: string
  payload: Readonly<Record<string, unknown>>
  skip?: readonly Readonly<Record<string, unknown>>[]
}

export function qsfOf(
  blocks: readonly { id: string; questions: readonly QsfElement[] }[],
  { flow, name = 'Garden' }: { flow?: readonly unknown[]; name?: string } = {},
): object {
  return {
    SurveyEntry: { SurveyID: 'SV_1', SurveyName: name, SurveyLanguage: 'EN' },
    SurveyElements: [
      {
        Element: 'BL',
        PrimaryAttribute: 'Survey Blocks',
        Payload: blocks.map(({ id, questions }) => ({
          Type: 'Standard',
          ID: id,
          Description: `Block ${id}`,
          BlockElements: questions.map((one) => ({ Type: 'Question', QuestionID: one.id, ...(one.skip && { SkipLogic: one.skip }) })),
        })),
      },
      { Element: 'FL', Payload: { Type: 'Root', FlowID: 'FL_1', Flow: flow ?? blocks.map(({ id }, index) => ({ Type: 'Block', ID: id, FlowID: `FL_${index + 2}` })) } },
      { Element: 'SO', Payload: { BackButton: 'false', ProgressBarDisplay: 'Text', EOSMessage: null } },
      ...blocks.flatMap(({ questions }) =>
        questions.map(({ id, payload }) => ({ Element: 'SQ', PrimaryAttribute: id, Payload: { QuestionID: id, DataExportTag: id.replace('QID', 'Q'), ...payload } })),
      ),
    ],
  }
} // prettier-ignore
