import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useWindowWidth } from '#web/platform/page/window-width.ts'
import { playingLink } from '../../continuous-play.ts'
import { lessonAddress, neighboursOf } from '../../course-progress.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import { useBarsOfScroll } from '../../use-bars-of-scroll.ts'
import './lesson.css'

const ContentsSheet = lazyOnPress(async () => (await import('./contents-sheet.tsx')).ContentsSheet)

/**
 * Links the previous and the next lesson, or the course after the last one, at the end of every lesson. On phones it is a bar at
 * the bottom of the window, which also opens the contents.
 */
export function LessonSteps({
  course,
  resource,
  isMain,
  hasPlayed,
}: {
  course: CourseDetail
  resource: CourseResource
  /** True means that going on is the main action of the view on a phone. */
  isMain: boolean
  /** Returns whether this lesson's video was played; the next one then plays when its link is pressed. */
  hasPlayed: () => boolean
}) {
  const text = useText(learningMessages)
  const isPhone = useWindowWidth() === 'phone'
  const { previous, next } = neighboursOf(course.contents, resource.id)
  const onward = isPhone && isMain ? 'primary' : 'quiet'
  useBarsOfScroll()
  return (
    <nav className="lesson-steps" aria-label={text.otherLessons}>
      {previous ? (
        <LinkButton
          as={Link}
          to={lessonAddress(previous)}
          variant="quiet"
          icon="arrow-left"
          className="lesson-steps-back"
        >
          {text.previousLesson}
        </LinkButton>
      ) : (
        <span className="lesson-steps-back" />
      )}
      {isPhone ? <ContentsButton key={resource.id} course={course} resourceId={resource.id} /> : null}
      {next ? (
        <NextLink next={next} variant={onward} hasPlayed={hasPlayed} />
      ) : (
        <LinkButton as={Link} to={`/course/${course.id}`} variant={onward} className="lesson-steps-on">
          {text.toCourse}
        </LinkButton>
      )}
    </nav>
  )
}

function NextLink({
  next,
  variant,
  hasPlayed,
}: {
  next: CourseResource
  variant: 'primary' | 'quiet'
  hasPlayed: () => boolean
}) {
  const text = useText(learningMessages)
  return (
    <LinkButton
      as={Link}
      {...playingLink(next, hasPlayed)}
      variant={variant}
      iconEnd="arrow-right"
      className="lesson-steps-on"
    >
      <span>{text.next}</span>{' '}
      <span className="lesson-steps-title" key={variant}>
        {next.title}
      </span>
    </LinkButton>
  )
}

/** Use the lesson as key, so that the sheet closes when another lesson opens. */
function ContentsButton({ course, resourceId }: { course: CourseDetail; resourceId: number }) {
  const text = useText(learningMessages)
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button variant="quiet" icon="list" aria-haspopup="dialog" onClick={() => setSheet('open')}>
        {text.contents}
      </Button>
      {sheet === 'never' ? null : (
        <ContentsSheet
          open={sheet === 'open'}
          course={course}
          resourceId={resourceId}
          onClose={() => setSheet('closed')}
        />
      )}
    </>
  )
}
