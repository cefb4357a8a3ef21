/** Connects the forms that save with the page's single conflict dialog. */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { SmallTextKind } from '@apogee/domain/small-text.ts'

/** One field of a conflict as the dialog asks about it. */
export type ConflictingField = EditConflict['fields'][number] & {
  /** Of a text with a form. */
  kind?: SmallTextKind | undefined
  label: string
  /** What the person wants to save. */
  mine: unknown
}

export interface ConflictQuestion {
  fields: readonly ConflictingField[]
  /** Formats a value; undefined: shown unformatted. */
  show: (field: string, value: unknown) => string | undefined
}

/** The values to save, by field; null: back to the form. */
export type ConflictAnswer = Record<string, unknown> | null

type Asker = (question: ConflictQuestion) => Promise<ConflictAnswer>
let asker: Asker | null = null

/** Registers the page's dialog as the answerer; returns the function that unregisters it. */
export function answerConflictsBy(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Null also when no dialog is mounted. */
export const askAboutConflict: Asker = async (question) => (asker ? asker(question) : null)
