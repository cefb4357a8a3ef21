/** Manages language and theme: the server reads the cookies, screens read the context. */
import {
  defaultLanguage,
  languageParameter,
  type Language,
  type TranslatedLanguage,
} from '@apogee/domain/languages.ts'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { writeCookie } from '../session/cookies.ts'

/** `auto` follows the device. It is not the default, which is `space`, a dark theme. */
export type ThemeChoice = 'auto' | Theme
export type Theme = 'space' | 'daylight'

export interface Preferences {
  language: Language
  theme: ThemeChoice
  /** `offered` is a language that the browser prefers, while the person has not chosen any language. */
  offered: TranslatedLanguage | null
}

interface PreferenceActions extends Preferences {
  setLanguage: (language: Language) => Promise<void>
  setTheme: (theme: ThemeChoice) => void
  declineOffer: () => void
}

const PreferenceContext = createContext<PreferenceActions | null>(null)

export function PreferencesProvider({
  initial,
  prepare,
  children,
}: {
  initial: Preferences
  /** Loads the texts that the language needs before it is shown. */
  prepare: (language: Language) => Promise<void>
  children: ReactNode
}) {
  const [preferences, setPreferences] = useState(initial)
  const setLanguage = useCallback(
    async (language: Language) => {
      await prepare(language)
      writeCookie(languageParameter, language)
      document.documentElement.lang = language
      const url = new URL(location.href)
      if (url.searchParams.has(languageParameter)) {
        url.searchParams.delete(languageParameter)
        history.replaceState(history.state, '', url)
      }
      setPreferences((before) => ({ ...before, language, offered: null }))
    },
    [prepare],
  )
  const setTheme = useCallback((theme: ThemeChoice) => {
    writeCookie('theme', theme)
    setPreferences((before) => ({ ...before, theme }))
  }, [])
  const declineOffer = useCallback(() => {
    writeCookie(languageParameter, defaultLanguage)
    setPreferences((before) => ({ ...before, offered: null }))
  }, [])
  const value = useMemo(
    () => ({ ...preferences, setLanguage, setTheme, declineOffer }),
    [preferences, setLanguage, setTheme, declineOffer],
  )
  return <PreferenceContext value={value}>{children}</PreferenceContext>
}

export function usePreferences(): PreferenceActions {
  const preferences = use(PreferenceContext)
  if (!preferences) throw new Error('usePreferences needs a PreferencesProvider above it')
  return preferences
}

export const useLanguage = (): Language => usePreferences().language
