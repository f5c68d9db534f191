/** The topics of `surveyctl help TOPIC`: the guides, and each of their sections by its heading. */
import { guideText } from '../../assets.ts'

export interface Topic {
  name: string
  title: string
  /** Markdown, with its heading. */
  text: string
}

/** In the order in which they are listed. Each is `guides/NAME.md`. */
export const guideNames = [
  'scripting',
  'projects',
  'analysis',
  'warehouse',
  'assistants',
  'backup',
  'moving',
  'ci',
  'configuration',
  'sandbox',
  'failures',
  'windows-macos',
] as const

const headingOf = (text: string): string => /^#+ (.*)$/m.exec(text)?.[1] ?? ''
const slug = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const readGuide = (name: string): Topic => {
  const text = guideText(name).replaceAll(/<!--.*?-->\n+/g, '')
  return { name, title: headingOf(text), text }
}

export const guides = (): Topic[] => guideNames.map(readGuide)

const sectionsOf = ({ text }: Topic): Topic[] =>
  text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => ({ name: slug(headingOf(section)), title: headingOf(section), text: section.slice(1) }))

/** A guide comes before a section of its name. */
export function topics(): Topic[] {
  const all = guides()
  return [...new Map([...all.flatMap(sectionsOf), ...all].map((topic) => [topic.name, topic])).values()]
}
