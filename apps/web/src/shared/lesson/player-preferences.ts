/** Stores a person's playback preferences in the browser for all lessons. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import {
  captionPlaces,
  captionSizes,
  defaultPreferences,
  type PlayerPreferences,
} from '@apogee/ui/player/player-preferences.ts'
import * as z from 'zod/mini'
import { storage } from '../../platform/session/storage.ts'
import { createStore, useStore } from '../../platform/session/store.ts'

interface Preferences extends PlayerPreferences {
  /** True opens the next lesson automatically at the end of a video. */
  playsNext: boolean
  /** True means that the transcript is open beside or below the video. */
  transcript: boolean
  /**
   * `transcriptLanguage` was chosen in the transcript; null means the language of the captions. A change of the captions' language
   * resets it to null.
   */
  transcriptLanguage: string | null
}

const defaults: Preferences = {
  ...defaultPreferences,
  playsNext: false,
  transcript: false,
  transcriptLanguage: null,
}

const stored = z.partial(
  z.object({
    speed: z.number().check(z.minimum(0.25), z.maximum(4)),
    captions: z.boolean(),
    captionLanguage: z.nullable(z.string()),
    captionSize: z.enum(captionSizes),
    captionPlace: z.enum(captionPlaces),
    volume: z.number().check(z.minimum(0), z.maximum(1)),
    muted: z.boolean(),
    quality: z.nullable(z.string().check(z.regex(/^(?:auto|audio|\d{2,4})$/))),
    playsNext: z.boolean(),
    transcript: z.boolean(),
    transcriptLanguage: z.nullable(z.string()),
  }),
)

/** Ignores stored data that is unreadable or has the format of another release. */
function readStored(): Preferences {
  try {
    const parsed = stored.safeParse(JSON.parse(storage.read(storageKeys.player) ?? '{}'))
    return parsed.success ? { ...defaults, ...parsed.data } : defaults
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
