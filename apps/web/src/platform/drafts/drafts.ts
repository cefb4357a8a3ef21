/**
 * Stores unsent input in this tab: restored after a reload and deleted at sign-out. The key contains person and form, so that
 * another person cannot see it.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { tabStorage } from '../session/storage.ts'

type Fields = Readonly<Record<string, string>>

export interface Draft<Typed extends Fields> {
  /** `fields` holds the stored values, or `blank` when no draft is stored. */
  fields: Typed
  keep: (fields: Typed) => void
  forget: () => void
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isFields(value: unknown): value is Fields {
  return isRecord(value) && Object.values(value).every((typed) => typeof typed === 'string')
}

function keptDrafts(): Map<string, Fields> {
  const text = tabStorage.read(storageKeys.drafts)
  if (text === null) return new Map()
  try {
    const kept: unknown = JSON.parse(text)
    const entries = isRecord(kept) ? Object.entries(kept) : []
    return new Map(entries.flatMap(([key, fields]) => (isFields(fields) ? [[key, fields]] : [])))
  } catch {
    // The stored value is not valid JSON, so it contains no drafts.
    return new Map()
  }
}

function change(edit: (drafts: Map<string, Fields>) => void): void {
  const drafts = keptDrafts()
  edit(drafts)
  if (drafts.size === 0) tabStorage.remove(storageKeys.drafts)
  else tabStorage.write(storageKeys.drafts, JSON.stringify(Object.fromEntries(drafts)))
}

/** `place` names the form and its object; `blank` is the form's initial state, which is not stored. */
export function draftOf<Typed extends Fields>(userId: number, place: string, blank: Typed): Draft<Typed> {
  const key = `${userId} ${place}`
  const forget = () => change((drafts) => void drafts.delete(key))
  return {
    fields: { ...blank, ...keptDrafts().get(key) },
    keep: (fields) => {
      const isBlank = Object.entries(fields).every(([name, typed]) => typed.trim() === blank[name]?.trim())
      if (isBlank) forget()
      else change((drafts) => void drafts.set(key, fields))
    },
    forget,
  }
}
