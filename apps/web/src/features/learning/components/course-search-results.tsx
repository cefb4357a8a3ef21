import { isClosed } from '@apogee/contracts/courses/closed-modules.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { placesIn } from '@apogee/domain/text/transcript.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { lessonAddress } from '../course-progress.ts'
import { courseSearchMessages } from '../messages/course-search.en.ts'
import { LessonSearchResults } from './lesson-search-results.tsx'
import { MarkedText } from './marked-text.tsx'
import './transcript/transcript.css'

/** Lists the matching titles, and the matching lines of captions and texts. */
export function CourseSearchResults({
  courseId,
  contents,
  typed,
}: {
  courseId: number
  contents: readonly CourseContent[]
  typed: string
}) {
  const text = useText(courseSearchMessages)
  const language = useLanguage()
  const titles = titlesWith(contents, typed)
  return (
    <div className="course-search-results">
      {titles.length > 0 ? (
        <>
          <h3 className="transcript-lesson">{text.titles}</h3>
          <ul>
            {titles.map((resource) => (
              <li key={resource.id}>
                <Link className="transcript-line" data-text="" to={lessonAddress(resource)}>
                  <span>
                    <MarkedText text={resource.title} places={placesIn(resource.title, typed)} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <LessonSearchResults courseId={courseId} language={language} typed={typed} titles={titles.length} />
    </div>
  )
}

const titlesWith = (contents: readonly CourseContent[], typed: string) =>
  contents
    .filter((content) => !isClosed(content))
    .flatMap(({ resources }) => resources)
    .filter(({ title }) => placesIn(title, typed).length > 0)
