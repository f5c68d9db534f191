/**
 * A survey as a document: pure, no request and no file.
 *
 * Three forms of one survey:
 * - `Content`: what the service has, section by section, with its ids (`{ screens: {ids, entities}, conditions, settings, ... }`).
 * - `SurveyDocument`: what people read and write: keys instead of ids, `q:KEY` for references, defaults left out.
 *   `toDocument(content, idMap)` and `fromDocument(document, idMap, mint)` lead from one to the other; the `IdMap` says
 *   which id is behind which key (`idMapOf` makes and continues it, `mintFor` makes ids of new questions).
 *   `withIds` writes the ids into the document itself, for a file that stands alone.
 *   As text: `formatText`, `parseText`, `updateText` (keeps comments and order by hand).
 * - `Tree`: the normal form in which contents are compared (`treeOf`). `difference(old, now)` tells each changed path,
 *   `merge(base, theirs, ours)` gives theirs with our changes, as it is sent, and what each side changed.
 *   Restrict the base and theirs to what a document manages first: `managedBy(ours, theirs)`.
 *
 * Paths are ids (`['screens', UUID, 'title']`); `pathText` writes them with keys.
 */
export type { Content, IdMap, Path, SurveyDocument } from './shape.ts'
export { idMapOf, emptyIdMap, fixedId, idMaker, keysById, pathText } from './ids.ts'
export { danglingIds } from './references.ts'
export { fromDocument, managedBy, toDocument, withIds } from './codec.ts'
export { treeOf } from './tree.ts'
export { changedKeys, difference, type Change } from './difference.ts'
export { merge } from './merge.ts'
export { formatText, parseText, updateText } from './text.ts'
export {
  matchingOptions,
  matchingQuestions,
  optionListOf,
  optionNamed,
  questionAt,
  screenName,
  optionRows,
  questionNamed,
  questionNaming,
  type NamedScreens,
  type QuestionNames,
  screenRows,
  type OptionList,
  type OptionRow,
  type ScreenRow,
} from './find.ts'
export { addOption, addScreen, moveOption, moveScreen, removeOption, removeScreen, setFields, setOption, type InsertAt } from './edit.ts'
export { fieldKinds, optionFields } from './fields.ts'
export { concernsOf, type Concern } from './impact.ts'
export { countInReport, answerHolds } from './impact-count.ts'
