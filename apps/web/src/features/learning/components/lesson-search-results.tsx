import type { LessonMatches } from '@apogee/contracts/catalogue/lesson-search.ts'
import { placesIn, type TextPlace } from '@apogee/domain/text/transcript.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { clockLength } from '#web/platform/language/dates.ts'
import { blockField } from '#web/shared/lesson-text/block-of-address.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { useDebouncedValue } from '#web/platform/lists/list-search.tsx'
import { openPlaying, opensHere } from '../continuous-play.ts'
import { lessonAddress, lessonAddressAt } from '../course-progress.ts'
import { courseSearchMessages } from '../messages/course-search.en.ts'
import { MarkedText } from './marked-text.tsx'
import './transcript/transcript.css'

type Lesson = LessonMatches['lessons'][number]
type Hit = Lesson['hits'][number]

/** Lists the matching lines of a course's lessons; a press opens the lesson at that second or block. */
export function LessonSearchResults({
  courseId,
  language,
  typed,
  titles = 0,
  onPress,
}: {
  courseId: number
  language: Language
  typed: string
  /** `titles` counts the matching titles, which are listed above. */
  titles?: number
  /** Runs when a result is pressed. The result opens its lesson unless the default is prevented. */
  onPress?: (event: MouseEvent, lesson: Lesson, hit: Hit) => void
}) {
  const text = useText(courseSearchMessages)
  const { loading } = useText(platformMessages)
  const viewer = useViewer()
  const q = useDebouncedValue(typed.trim())
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['lesson-search', courseId, language, q, viewer],
    queryFn: ({ signal }) =>
      call('searchLessons', { params: { id: courseId }, query: { q, language }, signal }),
    placeholderData: keepPreviousData,
  })
  if (isPending) {
    return (
      <Loading label={loading} className="transcript-state">
        <Skeleton width={60} />
        <Skeleton />
      </Loading>
    )
  }
  if (!data) {
    return <LoadFailure title={text.failed} error={error} onRetry={() => void refetch()} />
  }
  const { lessons, marks, searchedFor, hasMore, lessonsNotSearched } = data.data
  const lines = lessons.reduce((sum, { hits }) => sum + hits.length, 0)
  const press = (event: MouseEvent, lesson: Lesson, hit: Hit) => {
    if (!opensHere(event)) return
    onPress?.(event, lesson, hit)
    if (!event.defaultPrevented && hit.seconds !== undefined) openPlaying(lesson.resourceId)
  }
  return (
    <div className="transcript-results">
      <h3 className="vh">{text.results}</h3>
      <p className="vh" role="status">
        {text.found(lines + titles)}
      </p>
      {lines + titles === 0 ? <p className="transcript-state">{text.none}</p> : null}
      {searchedFor === undefined ? null : (
        <p className="transcript-state">{text.searchedFor(q, searchedFor)}</p>
      )}
      {lessons.map((lesson) => (
        <LessonHits key={lesson.resourceId} lesson={lesson} marks={marks} onPress={press} />
      ))}
      {hasMore ? <p className="transcript-state">{text.more}</p> : null}
      {lessonsNotSearched > 0 ? (
        <p className="transcript-state">{text.notSearched(lessonsNotSearched)}</p>
      ) : null}
    </div>
  )
}

/** Returns the matches of several words in order; of overlapping matches it returns the first. */
function placesOfAll(text: string, marks: readonly string[]): TextPlace[] {
  const places = marks.flatMap((mark) => placesIn(text, mark)).toSorted((a, b) => a[0] - b[0])
  return places.filter(([from], at) => places.slice(0, at).every(([, end]) => end <= from))
}

function LessonHits({
  lesson,
  marks,
  onPress,
}: {
  lesson: Lesson
  marks: readonly string[]
  onPress: (event: MouseEvent, lesson: Lesson, hit: Hit) => void
}) {
  const place = { id: lesson.resourceId, courseContentId: lesson.courseContentId }
  return (
    <>
      <h4 className="transcript-lesson">{lesson.title}</h4>
      <ol lang={lesson.language}>
        {lesson.hits.map((hit, index) => (
          <li key={index}>
            <Link
              className="transcript-line"
              data-text={hit.seconds === undefined || undefined}
              to={
                hit.seconds === undefined
                  ? `${lessonAddress(place)}?${blockField}=${hit.block ?? 0}`
                  : lessonAddressAt(place, hit.seconds)
              }
              onClick={(event) => onPress(event, lesson, hit)}
            >
              {hit.seconds === undefined ? null : (
                <span className="transcript-time">{clockLength(Math.floor(hit.seconds))} </span>
              )}
              <span>
                <MarkedText text={hit.snippet} places={placesOfAll(hit.snippet, marks)} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
