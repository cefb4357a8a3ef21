import type { Language } from '@apogee/domain/languages.ts'
import { placesIn, searchForm } from '@apogee/domain/transcript.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import type { TranscriptMatches } from '@apogee/contracts/catalogue/transcripts.ts'
import { FileMissing } from '#server/adapters/storage/port.ts'
import type { Log } from '#server/platform/database/database.ts'
import type { MediaAccess } from '#server/policy/media-access.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { Media } from '#server/features/media/media.service.ts'

const mostHits = 50
/** Bytes of caption files that one search reads. */
const mostBytes = 16 * 1024 * 1024
/** Files that are read at the same time. */
const readsAtOnce = 8
/** Characters of a snippet before and after the place that was found. */
const snippetReach = { before: 60, after: 100 }

/** A course's contents as the caller sees them, with the caption tracks of the lessons. */
export interface CaptionedCourse {
  contents: readonly CourseContent[]
  /** The public ids of a lesson's caption files. */
  tracksOf: ReadonlyMap<number, readonly { language: Language; publicId: string }[]>
}

interface Searched {
  resourceId: number
  courseContentId: number
  title: string
  language: Language
  publicId: string
}

interface SearchForm {
  q: string
  language?: Language | undefined
}

/**
 * Searches the captions of those lessons whose captions the page of the course hands out to this caller, and whose files
 * they may open.
 */
export async function searchTranscripts(
  { media, log }: { media: Media; log: Log },
  caller: MaybeCaller,
  course: CaptionedCourse,
  form: SearchForm,
): Promise<TranscriptMatches> {
  const wanted = searchForm(form.q)
  const tracks = tracksFor(course, form.language)
  const files = await media.openableAmong(
    caller,
    tracks.map(({ publicId }) => publicId),
  )
  const { readable, left } = withinBound(tracks, files)
  const found: TranscriptMatches = { lessons: [], hasMore: false, lessonsNotSearched: left }
  let room = mostHits
  for (let at = 0; at < readable.length && !found.hasMore; at += readsAtOnce) {
    const batch = readable.slice(at, at + readsAtOnce)
    const texts = await Promise.all(batch.map(({ file }) => linesOf(media, log, file)))
    for (const [place, { track }] of batch.entries()) {
      const lines = texts[place]
      if (!lines) {
        found.lessonsNotSearched += 1
        continue
      }
      const matching = lines.filter(({ form: compared }) => compared.includes(wanted))
      const hits = matching.slice(0, room).map((line) => ({
        seconds: line.start,
        snippet: snippetOf(line.text, form.q),
      }))
      room -= hits.length
      found.hasMore ||= matching.length > hits.length
      const { publicId: _, ...lesson } = track
      if (hits.length > 0) found.lessons.push({ ...lesson, hits })
    }
  }
  return found
}

/** One track of each lesson that has captions: in the language asked for, or the first. */
function tracksFor({ contents, tracksOf }: CaptionedCourse, language: Language | undefined): Searched[] {
  return contents
    .flatMap(({ resources }) => resources)
    .flatMap(({ id, courseContentId, title, captions = [] }) => {
      if (captions.length === 0) return []
      const tracks = tracksOf.get(id) ?? []
      const track = tracks.find((candidate) => candidate.language === language) ?? tracks[0]
      return track ? [{ resourceId: id, courseContentId, title, ...track }] : []
    })
}

/** The files in the order of the lessons, as many as one search may read. */
function withinBound(tracks: readonly Searched[], files: readonly MediaAccess[]) {
  const byId = new Map(files.map((file) => [file.publicId, file]))
  const readable: { track: Searched; file: MediaAccess }[] = []
  let bytes = 0
  let left = 0
  for (const track of tracks) {
    const file = byId.get(track.publicId)
    if (!file) continue
    bytes += file.sizeBytes
    if (bytes <= mostBytes) readable.push({ track, file })
    else left += 1
  }
  return { readable, left }
}

async function linesOf(media: Media, log: Log, file: MediaAccess) {
  try {
    return await media.transcripts.linesOf(file)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    log.error({ mediaId: file.id }, 'caption file missing')
    return null
  }
}

/** The words around the first place, cut between words. */
function snippetOf(text: string, typed: string): string {
  const [first] = placesIn(text, typed)
  const [from, to] = first ?? [0, 0]
  const start = from <= snippetReach.before ? 0 : text.indexOf(' ', from - snippetReach.before) + 1 || from
  const begin = Math.min(start, from)
  const rest = to + snippetReach.after
  const end = text.length <= rest ? text.length : Math.max(to, text.lastIndexOf(' ', rest))
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}
