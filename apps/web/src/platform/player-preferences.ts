/** How a person watches videos, stored in the browser for all lessons. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import {
  captionPlaces,
  captionSizes,
  defaultPreferences,
  type PlayerPreferences,
} from '@apogee/ui/player-preferences.ts'
import * as z from 'zod/mini'
import { storage } from './storage.ts'
import { createStore, useStore } from './store.ts'

interface Preferences extends PlayerPreferences {
  /** The next lesson opens by itself at the end of a video. */
  playsNext: boolean
  /** The transcript is open beside or below the video. */
  transcript: boolean
  /** Chosen in the transcript; null: the language of the captions. Another language of the captions ends the choice. */
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

/** What cannot be read, or was stored by another release in another form, counts as not stored. */
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

/** Only for pages rendered in the browser. */
export const usePlayerPreferences = (): Preferences => useStore(preferencesStore)
