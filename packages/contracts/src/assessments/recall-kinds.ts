import { questionKinds, type QuestionKind } from './question-kinds.ts'

/** A repetition needs an immediate result, so code and hand-ins are never asked again. */
export const isRecallKind = (kind: QuestionKind): boolean => kind !== 'coding' && kind !== 'hand-in'

export const recallKinds: readonly QuestionKind[] = questionKinds.filter(isRecallKind)
