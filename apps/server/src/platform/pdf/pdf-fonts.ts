/** Selects the typefaces of printed documents: the embedded one, and system fonts as fallback for names in other scripts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Weight = 'regular' | 'semibold'

export const ownFonts: Readonly<Record<Weight, string>> = {
  regular: join(import.meta.dirname, 'fonts/apogee-sans-regular.ttf'),
  semibold: join(import.meta.dirname, 'fonts/apogee-sans-semibold.ttf'),
}

interface SystemFont {
  path: string
  /** The value selects a font of a collection file. */
  family?: string
}

/** The paths are those of Debian's packages: fonts-noto-cjk, fonts-noto-core, fonts-wqy-zenhei, fonts-dejavu-core. */
const places: readonly SystemFont[] = [
  { path: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', family: 'NotoSansCJKsc-Regular' },
  { path: '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc', family: 'WenQuanYiZenHei' },
  { path: '/usr/share/fonts/truetype/noto/NotoSansTamil-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' },
  { path: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
]

export const systemFonts = (): SystemFont[] => places.filter(({ path }) => existsSync(path))
