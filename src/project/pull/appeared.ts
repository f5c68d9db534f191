/** Sections that a file leaves out because the service had nothing there, and that somebody has filled since. */
import type { Content } from '../../model/document/shape.ts'
import type { Observed } from '../plan/observe.ts'
import { sectionOf } from '../sections/index.ts'

const isEmpty = (name: string, content: Content | undefined): boolean => {
  const value = content?.[name]
  return value !== undefined && sectionOf(name)?.isDefault?.(value) === true
}

/** Whether a section has to be read: the file has it, or it was empty when files and service were brought together last. */
export const isWatched =
  (ours: Content, base: Content | undefined) =>
  (name: string): boolean =>
    ours[name] !== undefined || isEmpty(name, base)

export const appearedIn = (ours: Content, base: Content | undefined, { content }: Observed): Content =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([name, value]) => value !== undefined && ours[name] === undefined && isEmpty(name, base) && !isEmpty(name, content),
    ),
  )

/** As a first pull writes it. */
export const asFirstPulled = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, sectionOf(name)?.onFirstPull?.(value) ?? value]))
