/** A survey in the form of another system. */
import { idMapFor } from '../../draft/document.ts'
import { keysById, type Content } from '../../model/document/index.ts'
import { Losses, type Loss } from '../loss.ts'

export async function writeForm(
  as: 'surveyjs' | 'xlsform',
  content: Content,
): Promise<{ bytes: AsyncIterable<Uint8Array> | Uint8Array[]; losses: readonly Loss[] }> {
  const losses = new Losses()
  const names = keysById(idMapFor(content).questions)
  if (as === 'surveyjs') {
    const { writeSurveyJs } = await import('./surveyjs.ts')
    const survey = writeSurveyJs(content, names, losses)
    return { bytes: [Buffer.from(`${JSON.stringify(survey, undefined, 2)}\n`)], losses: losses.sorted() }
  }
  const [{ writeXlsForm }, { xlsxBytes }] = await Promise.all([import('./xlsform.ts'), import('../../files/xlsx.ts')])
  const sheets = writeXlsForm(content, names, losses)
  return { bytes: xlsxBytes(...sheets), losses: losses.sorted() }
}
