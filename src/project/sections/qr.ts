import { buildQr, viewQr } from '../../contract/surveys/qr.ts'
import { isObject } from '../../model/document/shape.ts'
import { bodyProblems, problemsUnlessNull, unknownFields, type Section } from './section.ts'

const known = ['format', 'size', 'color', 'background', 'margin']

/** The looks of the QR code; `null`: none was built. */
export const qr: Section<Readonly<Record<string, unknown>> | null> = {
  uses: [viewQr, buildQr],
  mustBeRead: true,
  read: async ({ service, id, ours }) => {
    const { url, ...state } = await service.call(viewQr, { id })
    if (!url) return { value: null }
    // What the file leaves out is not managed.
    const wanted = known.filter((name) => !isObject(ours) || ours[name] !== undefined)
    return { value: Object.fromEntries(wanted.map((name) => [name, state[name] ?? null])) }
  },
  problems: problemsUnlessNull((value) => [...unknownFields(value, known), ...bodyProblems(buildQr, value)]),
  isDefault: (value) => value === null,
  refuses: ({ now, next }) => (next === null && now !== null && now !== undefined ? ['once built, it cannot be removed'] : []),
  steps: ({ next }) => (next === null ? [] : [{ stage: 'qr', operation: buildQr, input: ({ id }) => ({ id, ...next }) }]),
}
