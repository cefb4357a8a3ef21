/**
 * Stores notes that the server does not have yet, by account. They survive reloads and lost connections; they are deleted after
 * they are saved and at sign-out.
 */
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '#web/platform/session/storage.ts'

export interface NoteDraft {
  courseId: number
  resourceId: number
  /** `positionMs` is the position in the video, in milliseconds. */
  positionMs: number | null
  page: number | null
  passage: Passage | null
  text: string
  /** The text is based on this version of the saved note; 0 means that no version was read. */
  version: number
  /** Holds digests of texts whose save got no answer, so the server may have stored any of these texts. */
  unanswered: string[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number'

const isPassageOrNull = (value: unknown) =>
  value === null ||
  (isRecord(value) && typeof value['block'] === 'number' && typeof value['quote'] === 'string')

function isDraft(value: unknown): value is NoteDraft {
  if (!isRecord(value)) return false
  const { courseId, resourceId, version, positionMs, page, passage, text, unanswered } = value
  return (
    [courseId, resourceId, version].every((one) => typeof one === 'number') &&
    [positionMs, page].every(isNumberOrNull) &&
    isPassageOrNull(passage) &&
    typeof text === 'string' &&
    Array.isArray(unanswered) &&
    unanswered.every((one) => typeof one === 'string')
  )
}

function readAll(): Map<string, NoteDraft> {
  const text = storage.read(storageKeys.noteDrafts)
  if (text === null) return new Map()
  try {
    const stored: unknown = JSON.parse(text)
    const entries = isRecord(stored) ? Object.entries(stored) : []
    return new Map(entries.flatMap(([key, kept]) => (isDraft(kept) ? [[key, kept]] : [])))
  } catch {
    // The stored value is not valid JSON, so it contains no drafts.
    return new Map()
  }
}

function change(edit: (drafts: Map<string, NoteDraft>) => void): void {
  const drafts = readAll()
  edit(drafts)
  if (drafts.size === 0) storage.remove(storageKeys.noteDrafts)
  else storage.write(storageKeys.noteDrafts, JSON.stringify(Object.fromEntries(drafts)))
}

/** Accesses the drafts of one account; drafts of other accounts stay unchanged. */
export function noteDraftsOf(userId: number) {
  const prefix = `${userId} `
  return {
    all: (): Map<string, NoteDraft> =>
      new Map(
        [...readAll()].flatMap(([key, draft]) =>
          key.startsWith(prefix) ? [[key.slice(prefix.length), draft] as const] : [],
        ),
      ),
    read: (id: string): NoteDraft | undefined => readAll().get(prefix + id),
    keep: (id: string, draft: NoteDraft) => change((drafts) => void drafts.set(prefix + id, draft)),
    forget: (id: string) => change((drafts) => void drafts.delete(prefix + id)),
  }
}
