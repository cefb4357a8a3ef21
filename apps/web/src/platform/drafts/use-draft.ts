import { useState } from 'react'
import { draftOf } from './drafts.ts'
import { useSession } from '../session/session.tsx'

/** Describes the part of a draft that a form needs. A draft stores only text values. */
export interface FormDraft {
  keep: (typed: Readonly<Record<string, unknown>>) => void
  forget: () => void
}

/**
 * Returns a form's values as they were left in this tab, with the read values and version that the edit is based on. Both are fixed
 * when the form opens; a refetch changes neither. For `place` and `blank` see `draftOf`.
 */
export function useDraft<Typed extends Record<string, string>, Base>(
  place: string,
  blank: Typed,
  base: Base,
): FormDraft & { fields: Typed; base: Base } {
  const { user } = useSession()
  const [draft] = useState(() => {
    const kept = draftOf(user?.id ?? 0, place, { ...blank, base: JSON.stringify(base) })
    const { fields, keep, forget } = kept
    return {
      fields,
      // This function is the only one that writes the field, so its content has the right type.
      base: JSON.parse(fields.base) as Base,
      keep: (typed: Readonly<Record<string, unknown>>) => {
        const texts = Object.entries(typed).filter(([, value]) => typeof value === 'string')
        keep({ ...fields, ...Object.fromEntries(texts) })
      },
      forget,
    }
  })
  return draft
}
