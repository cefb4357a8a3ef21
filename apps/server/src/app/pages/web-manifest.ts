/** The app manifest (W3C Web App Manifest) in the visitor's language. */
import { addressIn, type Language } from '@apogee/domain/languages.ts'

/** The page's background in each theme: `--surface-page` of the tokens, for the browser's frame. */
export const groundColours = { space: '#0a0e16', daylight: '#f4f6f9' } as const

const words = {
  en: {
    name: 'Apogee: online courses',
    description: 'Online courses to study at your own pace. Find one, and always see how far you have come.',
    dashboard: 'Dashboard',
    courses: 'Courses',
    marketplace: 'Marketplace',
    purchases: 'My purchases',
  },
  ms: {
    name: 'Apogee: kursus dalam talian',
    description:
      'Kursus yang membawa anda ke titik terjauh. Cari satu, belajar mengikut rentak anda, lihat sejauh mana anda sampai.',
    dashboard: 'Papan pemuka',
    courses: 'Kursus',
    marketplace: 'Pasaran',
    purchases: 'Pembelian saya',
  },
} as const satisfies Record<Language, Record<string, string>>

const picture = (name: string, pixels: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${name}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
})

export function webManifest(language: Language): object {
  const text = words[language]
  return {
    // The same app in either language: the browser updates it instead of adding a second.
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
