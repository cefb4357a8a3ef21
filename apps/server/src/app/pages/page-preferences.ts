import { defaultLanguage, isLanguage, languageParameter, offeredLanguage } from '@apogee/domain/languages.ts'
import type { PagePreferences } from './renderer.ts'

export interface PreferenceSources {
  /** The value is the parameter `?lang=`. */
  lang: string | null
  cookie: string | undefined
  acceptLanguage: string | undefined
}

/** Reads the language from `?lang=`, then the cookie, then the default. Reads the theme from the cookie, then dark. */
export function pagePreferences({ lang, cookie, acceptLanguage }: PreferenceSources): PagePreferences {
  const kept = cookieValue(cookie, languageParameter)
  const chosen = [lang, kept].find(isLanguage)
  const theme = cookieValue(cookie, 'theme')
  return {
    language: chosen ?? defaultLanguage,
    theme: theme === 'auto' || theme === 'daylight' ? theme : 'space',
    offered: chosen === undefined ? offeredLanguage(acceptLanguage) : null,
  }
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}
