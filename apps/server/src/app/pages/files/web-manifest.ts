/** Serves the app manifest (W3C Web App Manifest) in the visitor's language. */
import { addressIn, type Language } from '@apogee/domain/languages.ts'
import { serverTexts } from '#server/texts/index.ts'

/** Browsers colour their frame with the page's background in each theme, the token `--surface-page`. */
export const groundColours = { space: '#0a0e16', daylight: '#f4f6f9' } as const

const picture = (name: string, pixels: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${name}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
})

export function webManifest(language: Language): object {
  const text = serverTexts(language).pages.manifest
  return {
    // The id is the same in every language, so that the browser updates the app instead of adding a second one.
    id: '/',
    name: text.name,
    short_name: 'Apogee',
    description: text.description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: groundColours.space,
    background_color: groundColours.space,
    categories: ['education'],
    icons: [
      picture('icon-192', 192),
      picture('icon-512', 512),
      picture('icon-maskable-512', 512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: text.dashboard, url: '/dashboard' },
      { name: text.courses, url: '/courses' },
      { name: text.marketplace, url: '/marketplace' },
      { name: text.purchases, url: '/purchases' },
    ],
  }
}

export const manifestAddress = (language: Language): string => addressIn(language, '/site.webmanifest')
