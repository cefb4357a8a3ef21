import type { PagePreferences } from './renderer.ts'

export interface PreferenceSources {
  /** `?lang=` */
  lang: string | null
  cookie: string | undefined
  acceptLanguage: string | undefined
}

/** Language: `?lang=`, then the cookie, then English. Theme: the cookie, then each area's default. */
export function pagePreferences({ lang, cookie, acceptLanguage }: PreferenceSources): PagePreferences {
  const kept = cookieValue(cookie, 'lang')
  const chosen = [lang, kept].find((value) => value === 'en' || value === 'ms')
  const theme = cookieValue(cookie, 'theme')
  return {
    language: chosen === 'ms' ? 'ms' : 'en',
    theme: theme === 'space' || theme === 'daylight' ? theme : 'auto',
    offerMalay: chosen === undefined && /^\s*ms\b/i.test(acceptLanguage ?? ''),
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
