import { defaultLanguage, isLanguage, languageParameter, offeredLanguage } from '@apogee/domain/languages.ts'
import type { PagePreferences } from './renderer.ts'

export interface PreferenceSources {
  /** This is the query parameter `?lang=`. */
  lang: string | null
  cookie: string | undefined
  acceptLanguage: string | undefined
}

/**
 * Takes the language from `?lang=`, otherwise from the cookie, otherwise the default. Takes the theme from the cookie, and
 * otherwise the dark one.
 */
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
