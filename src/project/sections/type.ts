import type { Section } from './section.ts'

/** Nothing changes it; a survey of another type can't even be made. */
export const type: Section = {
  fromView: (view) => view.type,
  isDefault: (value) => value === 'regular',
  refuses: ({ now, next }) =>
    now === undefined && next === 'regular'
      ? []
      : [
          now === undefined
            ? `the service can only create regular surveys, not one of type ${String(next)}`
            : `the service can't change a survey's type: it is ${String(now)}, the file says ${String(next)}`,
        ],
}
