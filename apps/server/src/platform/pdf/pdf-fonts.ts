/** Selects the typefaces of printed documents: those of the product, and system fonts for names in other scripts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Weight = 'regular' | 'semibold'

export const ownFonts: Readonly<Record<Weight, string>> = {
  regular: join(import.meta.dirname, 'fonts/apogee-sans-regular.ttf'),
  semibold: join(import.meta.dirname, 'fonts/apogee-sans-semibold.ttf'),
}

interface FallbackFont {
  path: string
  /** Selects one font of a file that contains several. */
  family?: string
}

/** Names in these scripts are printed on every machine. */
export const fontsOfScripts: readonly string[] = ['sc', 'tamil', 'arabic', 'thai'].map((script) =>
  join(import.meta.dirname, `fonts/noto-sans-${script}.ttf`),
)

/** Debian's packages fonts-noto-cjk, fonts-noto-core, fonts-wqy-zenhei and fonts-dejavu-core install files at these paths. */
const places: readonly FallbackFont[] = [
  { path: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', family: 'NotoSansCJKsc-Regular' },
  { path: '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc', family: 'WenQuanYiZenHei' },
  { path: '/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
]

export const fallbackFonts = (): FallbackFont[] => [
  ...fontsOfScripts.map((path) => ({ path })),
  ...places.filter(({ path }) => existsSync(path)),
]
