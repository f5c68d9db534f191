import type { Section } from './section.ts'

/** Nothing changes it; a survey of another type can't even be made. */
export const type: Section = {
  fromView: (view) => view.type,
  isDefault: (value) => value === 'regular',
  refuses: ({ now, next }) =>
    now === undefined && next === 'regular'
      ? []
      : [`nothing makes ${now === undefined ? 'a survey' : `a ${String(now)} survey one`} of type ${String(next)}`],
}
