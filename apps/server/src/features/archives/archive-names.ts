/** Builds file names of an archive from titles, for readability, and from numbers, for uniqueness. Pure functions. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { isVisible } from '@apogee/domain/text/visible-text.ts'
import { titleMaxLength } from '@apogee/contracts/limits.ts'
import { defaultLanguage, languageOfTag, screenLocale, type Language } from '@apogee/domain/languages.ts'

const longestName = 60

/** Keeps letters and digits of any script, joined by hyphens. */
export function nameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const cut = Array.from(plain).slice(0, longestName).join('')
  return cut.replaceAll(/^-+|-+$/g, '') || 'untitled'
}

/** Pads numbers to the digits of the largest, so that names sort in numeric order. */
export const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(2, String(count).length), '0')

/** Returns '03-week-1-sets.mp4' for the number '03' and the name 'Week 1 – Sets.MP4'. */
export function fileName(number: string, name: string, extension: string): string {
  const stem = name.replace(/\.[^.\s]{1,12}$/, '')
  return `${number}-${nameOf(stem)}.${extension}`
}

/** Turns '01-Git-basics' into 'Git basics'. Names of digits alone stay unchanged, and so do hyphens in names with spaces. */
export function titleOfName(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  const title = words.replace(/^\d{1,4}(?:[\s.)–-]+)(?=\S)/, '').trim() || words
  return /\s/.test(title) || /^[\d-]+$/.test(title) ? title : title.replaceAll('-', ' ').trim() || title
}

/**
 * Turns a file's name into a title that the contract accepts: one visible line without characters that change the direction of
 * text.
 */
export function storableTitle(words: string): string {
  const line = words
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  const title = cutText(line, titleMaxLength).trim()
  return isVisible(title) ? title : 'Untitled'
}

const separator = ' › '
const ending = '…'

const isSame = (one: string, other: string): boolean => collator.compare(one, other) === 0

/**
 * Returns 'Basics › Sets' for the lesson 'Sets' in the folder 'Basics'. A folder with the same name as the lesson is left out. In
 * long titles, the folders are cut and the lesson's title stays whole.
 */
export function titleWithin(folders: readonly string[], title: string): string {
  const path = folders.filter((folder) => !isSame(folder, title)).join(separator)
  if (path === '') return title
  const whole = `${path}${separator}${title}`
  if (whole.length <= titleMaxLength) return whole
  const room = titleMaxLength - title.length - separator.length - ending.length
  const cut = room < 1 ? '' : cutText(path, room).trim()
  return cut === '' ? title : `${cut}${ending}${separator}${title}`
}

/** Tells whether a title consists of this heading, possibly after names of folders. */
export const endsWithTitle = (title: string, heading: string): boolean =>
  title === heading || title.endsWith(`${separator}${heading}`)

/** Returns the title, followed by a number if it is among `others`, and adds the result to `others`. */
export function distinctTitle(title: string, others: Set<string>): string {
  let shown = title
  for (let at = 2; others.has(shown); at += 1) {
    const number = ` (${at})`
    shown = `${cutText(title, titleMaxLength - number.length).trimEnd()}${number}`
  }
  others.add(shown)
  return shown
}

const collator = new Intl.Collator(screenLocale(defaultLanguage), { numeric: true, sensitivity: 'base' })
/** Sorts 'Week 2' before 'Week 10'. */
export const inNaturalOrder = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : 1)

/** Programs add these words to the names of caption files, beside the language. */
const captionWords: ReadonlySet<string> = new Set(
  'caption captions subtitle subtitles sub subs cc sdh forced default auto orig transcript kapsyen mp4 m4v webm'.split(
    ' ',
  ),
)

const separators = /[._\-\s()[\]]+/

export interface CaptionName {
  /** Identifies a video by the name that `isVideo` accepted. */
  video: string
  /** Null means a language that the platform does not support. */
  language: Language | null
  /** Repeats the language as it stands in the name; '' means that the name contains none. */
  tag: string
}

/**
 * Finds the video that a caption file belongs to. `stem` is the name of the caption file without its extension. 'Orbits',
 * 'Orbits.en-US', 'Orbits_en', 'Orbits (English)' and 'Orbits.mp4' belong to the video 'Orbits'. Captions without a language in
 * their name are in the default language.
 */
export function captionNameOf(stem: string, isVideo: (stem: string) => boolean): CaptionName | null {
  if (isVideo(stem)) return { video: stem, language: defaultLanguage, tag: '' }
  // Tries the separators from the end, because the language stands there.
  for (let end = stem.length - 1; end > 0; end -= 1) {
    if (!separators.test(stem.charAt(end)) || !isVideo(stem.slice(0, end))) continue
    const words = stem.slice(end).toLowerCase().split(separators)
    const tag = words.filter((word) => word !== '' && !captionWords.has(word))
    const language = languageOfWords(tag)
    return language === undefined ? null : { video: stem.slice(0, end), language, tag: tag.join('-') }
  }
  return null
}

/** Returns undefined for words that name no language. */
function languageOfWords([first, ...others]: readonly string[]): Language | null | undefined {
  if (first === undefined) return defaultLanguage
  const language = languageOfTag(first)
  // Any words may follow a word such as 'English'. A code such as 'en' may be followed by a region.
  if (language !== null && first.length > 3) return language
  const isTag = /^[a-z]{2,3}$/.test(first) && others.every((word) => /^[a-z\d]{2,4}$/.test(word))
  return isTag ? language : undefined
}
