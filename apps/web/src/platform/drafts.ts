type Fields = Readonly<Record<string, string>>

/** What was typed and not sent yet, for as long as the page lives: by person and place, so that nobody meets another's. */
const drafts = new Map<string, Fields>()

export interface Draft<Typed extends Fields> {
  /** As they were left; `blank` where nothing was. */
  fields: Typed
  keep: (fields: Typed) => void
  forget: () => void
}

/** `place` names the form and what it is about; `blank` is what the form begins with, which is not worth keeping. */
export function draftOf<Typed extends Fields>(userId: number, place: string, blank: Typed): Draft<Typed> {
  const key = `${userId} ${place}`
  return {
    fields: { ...blank, ...drafts.get(key) },
    keep: (fields) => {
      const isBlank = Object.entries(fields).every(([name, typed]) => typed.trim() === blank[name]?.trim())
      if (isBlank) drafts.delete(key)
      else drafts.set(key, fields)
    },
    forget: () => void drafts.delete(key),
  }
}
