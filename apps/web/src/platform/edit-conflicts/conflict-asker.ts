/** Connects the forms that save with the page's single conflict dialog. */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'

/** Describes one field of a conflict as the dialog presents it. */
export type ConflictingField = EditConflict['fields'][number] & {
  kind?: SmallTextKind | undefined
  label: string
  mine: unknown
}

export interface ConflictQuestion {
  fields: readonly ConflictingField[]
  /** Formats a value; undefined shows it unformatted. */
  show: (field: string, value: unknown) => string | undefined
}

/** Maps fields to the values to save; null means that the person returns to the form. */
export type ConflictAnswer = Record<string, unknown> | null

type Asker = (question: ConflictQuestion) => Promise<ConflictAnswer>
let asker: Asker | null = null

/** Registers the page's dialog; returns the function that unregisters it. */
export function answerConflictsBy(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Returns null also when no dialog is mounted. */
export const askAboutConflict: Asker = async (question) => (asker ? asker(question) : null)
