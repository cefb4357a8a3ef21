import type { TranscriptMatches } from '@apogee/contracts/catalogue/transcripts.ts'
import { placesIn } from '@apogee/domain/transcript.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { call } from '#web/platform/client.ts'
import { clockLength } from '#web/platform/dates.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { useDebouncedValue } from '#web/platform/use-debounced-value.ts'
import { openPlaying } from '../continuous-play.ts'
import { lessonAddressAt } from '../course-progress.ts'
import { transcriptMessages } from '../messages/transcript.en.ts'
import { MarkedText } from './marked-text.tsx'
import './transcript.css'

/** What the lessons of a course say about something; a press opens the lesson at that second. */
export function TranscriptResults({
  courseId,
  resourceId,
  language,
  typed,
  onHere,
}: {
  courseId: number
  /** The lesson on the page. */
  resourceId: number
  language: Language
  typed: string
  /** A result in the lesson on the page was pressed; seconds. */
  onHere: (seconds: number) => void
}) {
  const text = useText(transcriptMessages)
  const { loading } = useText(platformMessages)
  const viewer = useViewer()
  const q = useDebouncedValue(typed.trim())
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['transcript-search', courseId, language, q, viewer],
    queryFn: ({ signal }) =>
      call('searchTranscripts', { params: { id: courseId }, query: { q, language }, signal }),
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
    return <LoadFailure title={text.searchFailed} error={error} onRetry={() => void refetch()} />
  }
  const { lessons, hasMore, lessonsNotSearched } = data.data
  const press = (event: MouseEvent, lesson: Lesson, seconds: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (lesson.resourceId !== resourceId) return openPlaying(lesson.resourceId)
    event.preventDefault()
    onHere(seconds)
  }
  return (
    <div className="transcript-results">
      <h3 className="vh">{text.results}</h3>
      {lessons.length === 0 ? <p className="transcript-state">{text.noneInCourse}</p> : null}
      {lessons.map((lesson) => (
        <LessonHits key={lesson.resourceId} lesson={lesson} typed={q} onPress={press} />
      ))}
      {hasMore ? <p className="transcript-state">{text.more}</p> : null}
      {lessonsNotSearched > 0 ? (
        <p className="transcript-state">{text.notSearched(lessonsNotSearched)}</p>
      ) : null}
    </div>
  )
}

type Lesson = TranscriptMatches['lessons'][number]

function LessonHits({
  lesson,
  typed,
  onPress,
}: {
  lesson: Lesson
  typed: string
  onPress: (event: MouseEvent, lesson: Lesson, seconds: number) => void
}) {
  const place = { id: lesson.resourceId, courseContentId: lesson.courseContentId }
  return (
    <>
      <h4 className="transcript-lesson">{lesson.title}</h4>
      <ol lang={lesson.language}>
        {lesson.hits.map(({ seconds, snippet }, index) => (
          <li key={`${index}-${seconds}`}>
            <Link
              className="transcript-line"
              to={lessonAddressAt(place, seconds)}
              onClick={(event) => onPress(event, lesson, seconds)}
            >
              <span className="transcript-time">{clockLength(Math.floor(seconds))}</span>{' '}
              <span>
                <MarkedText text={snippet} places={placesIn(snippet, typed)} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
