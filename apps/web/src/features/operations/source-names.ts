import { partsOfSource } from '@apogee/contracts/operations/source-keys.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import type { sourcesMessages } from './messages/sources.en.ts'

/** Company names are the same in every language. */
const siteNames: Readonly<Record<string, string>> = {
  google: 'Google',
  bing: 'Bing',
  yahoo: 'Yahoo',
  duckduckgo: 'DuckDuckGo',
  baidu: 'Baidu',
  chatgpt: 'ChatGPT',
  facebook: 'Facebook',
  instagram: 'Instagram',
  threads: 'Threads',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  x: 'X',
  reddit: 'Reddit',
  pinterest: 'Pinterest',
}

export interface SourceName {
  name: string
  /** `detail` is the second line: the medium and the campaign of a tagged link, or an explanation of the source. */
  detail: string
}

export function nameOfSource(key: string, text: Translation<typeof sourcesMessages>): SourceName {
  const { kind, name, medium, campaign } = partsOfSource(key)
  switch (kind) {
    case 'direct':
      return { name: text.direct, detail: text.directOf }
    case 'invite':
      return { name: text.invite, detail: '' }
    case 'apogee':
      return { name: name === 'course' ? text.otherCourse : text.catalogue, detail: '' }
    case 'site':
      return { name: siteNames[name] ?? name, detail: '' }
    case 'code':
      return { name: text.code(name), detail: '' }
    case 'tag':
      return { name, detail: [medium, campaign].filter(Boolean).join(' · ') || text.tagged }
    case 'unknown':
      return { name: text.unknown, detail: text.unknownOf }
    case 'other':
      return { name: text.other, detail: '' }
  }
}
