import type { Language } from '@apogee/domain/languages.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import type { LessonMatches } from '@apogee/contracts/catalogue/lesson-search.ts'
import { FileMissing } from '#server/adapters/storage/port.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import type { SearchableLine } from '#server/platform/searchable-line.ts'
import type { MediaAccess } from '#server/policy/files/media-access.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import {
  nearTyped,
  snippetOf,
  typedSearch,
  wordsOf,
  wordsSearch,
  type LineSearch,
} from './lesson-search.rules.ts'

const mostHits = 50
/** One search reads at most this many bytes of caption files, and as many of texts. */
const mostBytes = 16 * 1024 * 1024
const readsAtOnce = 8

/** Contains a course's contents as the caller may see them. */
export interface SearchedCourse {
  contents: readonly CourseContent[]
  /** Maps a lesson to the languages and public ids of its caption files. */
  tracksOf: ReadonlyMap<number, readonly { language: Language; publicId: string }[]>
  /** The caller may open the text or file of these lessons. */
  openIds: ReadonlySet<number>
}

interface Needs {
  database: Database
  media: Media
  courses: Courses
  log: Log
}

interface SearchForm {
  q: string
  language?: Language | undefined
}

type Found = LessonMatches['lessons'][number]

/** Contains a lesson and its lines. `lines` is null if the caption file is missing or the course has too much text. */
interface SearchedLesson {
  lesson: Omit<Found, 'hits'>
  lines: readonly SearchableLine[] | null
}

/**
 * Searches the captions and texts of the lessons that this caller may open. The typed phrase comes first. Without a match, the
 * search tries all words separately and their synonyms, then similar spellings (docs/decisions/lists-and-search.md).
 */
export async function searchLessons(
  needs: Needs,
  caller: MaybeCaller,
  course: SearchedCourse,
  { q, language }: SearchForm,
): Promise<LessonMatches> {
  const lessons = await linesOfCourse(needs, caller, course, language)
  const lessonsNotSearched = lessons.filter(({ lines }) => lines === null).length
  const searches = [() => typedSearch(q), () => wordsSearch(q)]
  for (const searchFor of searches) {
    const found = listed(lessons, searchFor())
    if (found.lessons.length > 0) return { ...found, lessonsNotSearched }
  }
  const near = nearTyped(q, await vocabulariesOf(lessons))
  if (near !== null) {
    const found = listed(lessons, wordsSearch(near))
    if (found.lessons.length > 0) return { ...found, searchedFor: near, lessonsNotSearched }
  }
  return { lessons: [], marks: [q], hasMore: false, lessonsNotSearched }
}

function listed(
  lessons: readonly SearchedLesson[],
  { matches, marks }: LineSearch,
): Pick<LessonMatches, 'lessons' | 'marks' | 'hasMore'> {
  const found: Found[] = []
  let room = mostHits
  for (const { lesson, lines } of lessons) {
    const matching = lines?.filter(({ form }) => matches(form)) ?? []
    if (matching.length === 0) continue
    const hits = matching.slice(0, room).map(({ place, text }) => ({
      ...place,
      snippet: snippetOf(text, marks),
    }))
    room -= hits.length
    if (hits.length > 0) found.push({ ...lesson, hits })
    if (matching.length > hits.length) return { lessons: found, marks, hasMore: true }
  }
  return { lessons: found, marks, hasMore: false }
}

/** Collects the words of each lesson and yields to other requests between two lessons. */
async function vocabulariesOf(lessons: readonly SearchedLesson[]): Promise<ReadonlySet<string>[]> {
  const vocabularies: ReadonlySet<string>[] = []
  for (const { lines } of lessons) {
    if (!lines) continue
    vocabularies.push(wordsOf(lines))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return vocabularies
}

/** Returns the lessons with captions and texts that the caller may open, in the order of the course. */
async function linesOfCourse(
  needs: Needs,
  caller: MaybeCaller,
  course: SearchedCourse,
  language: Language | undefined,
): Promise<SearchedLesson[]> {
  const resources = course.contents.flatMap((content) => content.resources)
  const texts = resources.filter(({ id, words }) => words !== undefined && course.openIds.has(id))
  const textIds = texts.map(({ id }) => id)
  const [written, spoken] = await Promise.all([
    needs.courses.texts.lines.of(needs.database.kysely, textIds, mostBytes),
    captionLines(needs, caller, tracksFor(course, language)),
  ])
  return resources.flatMap(({ id, courseContentId, title }): SearchedLesson[] => {
    const lesson = { resourceId: id, courseContentId, title }
    const text = written.get(id)
    if (text !== undefined) return [{ lesson, lines: text }]
    const track = spoken.get(id)
    return track ? [{ lesson: { ...lesson, language: track.language }, lines: track.lines }] : []
  })
}

interface Track {
  resourceId: number
  language: Language
  publicId: string
}

/** Returns one track of each lesson with captions: the track in the requested language, or the first. */
function tracksFor({ contents, tracksOf }: SearchedCourse, language: Language | undefined): Track[] {
  return contents
    .flatMap(({ resources }) => resources)
    .flatMap(({ id, captions = [] }) => {
      if (captions.length === 0) return []
      const tracks = tracksOf.get(id) ?? []
      const track = tracks.find((candidate) => candidate.language === language) ?? tracks[0]
      return track ? [{ resourceId: id, ...track }] : []
    })
}

/** Returns the lines of the tracks whose files the caller may open, by resource. */
async function captionLines({ media, log }: Needs, caller: MaybeCaller, tracks: readonly Track[]) {
  const files = await media.openableAmong(
    caller,
    tracks.map(({ publicId }) => publicId),
  )
  const byId = new Map(files.map((file) => [file.publicId, file]))
  const found = new Map<number, { language: Language; lines: readonly SearchableLine[] | null }>()
  let bytes = 0
  const openable = tracks.flatMap((track) => {
    const file = byId.get(track.publicId)
    if (!file) return []
    bytes += file.sizeBytes
    return [{ track, file, isWithin: bytes <= mostBytes }]
  })
  for (let at = 0; at < openable.length; at += readsAtOnce) {
    await Promise.all(
      openable.slice(at, at + readsAtOnce).map(async ({ track, file, isWithin }) => {
        const lines = isWithin ? await linesOf(media, log, file) : null
        found.set(track.resourceId, { language: track.language, lines })
      }),
    )
  }
  return found
}

async function linesOf(media: Media, log: Log, file: MediaAccess): Promise<readonly SearchableLine[] | null> {
  try {
    return await media.transcripts.linesOf(file)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    log.error({ mediaId: file.id }, 'caption file missing')
    return null
  }
}
