/** Stores a person's playback preferences in the browser for all lessons. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import {
  captionPlaces,
  captionSizes,
  defaultPreferences,
  type PlayerPreferences,
} from '@apogee/ui/player/player-preferences.ts'
import { storage } from '../../platform/session/storage.ts'
import { createStore, useStore } from '../../platform/session/store.ts'

/** Lists what belongs to a lesson beside its picture, in the order of its choice. */
export const lessonParts = ['contents', 'transcript', 'notes', 'questions', 'files'] as const
export type LessonPart = (typeof lessonParts)[number]

interface Preferences extends PlayerPreferences {
  /** True opens the next lesson automatically at the end of a video. */
  playsNext: boolean
  /** Holds the part that is open beside or below the lesson; null means the usual one of the window's width. */
  part: LessonPart | null
  /** True gives the picture the whole width of the page. */
  theatre: boolean
  /**
   * `transcriptLanguage` was chosen in the transcript; null means the language of the captions. A change of the captions' language
   * resets it to null.
   */
  transcriptLanguage: string | null
}

const defaults: Preferences = {
  ...defaultPreferences,
  playsNext: false,
  part: null,
  theatre: false,
  transcriptLanguage: null,
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isWithin = (least: number, most: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value <= most
const isOneOf = (choices: readonly unknown[]) => (value: unknown) => choices.includes(value)

const isStorable: Readonly<Record<keyof Preferences, (value: unknown) => boolean>> = {
  speed: isWithin(0.25, 4),
  captions: isFlag,
  captionLanguage: isTextOrNull,
  captionSize: isOneOf(captionSizes),
  captionPlace: isOneOf(captionPlaces),
  volume: isWithin(0, 1),
  muted: isFlag,
  quality: (value) => value === null || (typeof value === 'string' && /^(?:auto|audio|\d{2,4})$/.test(value)),
  playsNext: isFlag,
  part: (value) => value === null || lessonParts.some((part) => part === value),
  theatre: isFlag,
  transcriptLanguage: isTextOrNull,
}

/** Ignores stored data that is unreadable or has the format of another release. */
function readStored(): Preferences {
  try {
    const given = JSON.parse(storage.read(storageKeys.player) ?? '{}') as Record<string, unknown>
    const known = Object.entries(isStorable).filter(([name]) => given[name] !== undefined)
    if (!known.every(([name, isValid]) => isValid(given[name]))) return defaults
    return { ...defaults, ...Object.fromEntries(known.map(([name]) => [name, given[name]])) }
  } catch {
    return defaults
  }
}

const preferencesStore = createStore(readStored())

export function rememberPlayerPreferences(chosen: Partial<Preferences>): void {
  const before = preferencesStore.getState()
  const next = { ...before, ...chosen }
  if (next.captionLanguage !== before.captionLanguage) next.transcriptLanguage = null
  storage.write(storageKeys.player, JSON.stringify(next))
  preferencesStore.setState(next)
}

/** Use this hook only on pages that the browser renders. */
export const usePlayerPreferences = (): Preferences => useStore(preferencesStore)
