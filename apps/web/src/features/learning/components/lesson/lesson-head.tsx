import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useWindowWidth } from '#web/platform/page/window-width.ts'
import { playingLink } from '../../continuous-play.ts'
import { lessonIdsOf, neighboursOf, stationsOf, type NumberedModule } from '../../course-progress.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import { CompleteToggle } from '../complete-toggle.tsx'
import { latePart } from './late-part.tsx'
import './lesson.css'

const CourseOrbit = latePart('orbit', async () => (await import('../course-orbit.tsx')).CourseOrbit)

interface LessonHeadProps {
  course: CourseDetail
  resource: CourseResource
  /** `completedModule` is the module of this lesson, if all of its items are completed. */
  completedModule: NumberedModule | null
  /** True when the lesson was completed during this visit. */
  isCompletedNow: boolean
  /** `minor` means that the view has another main action. */
  minor: boolean
  /** Returns whether this lesson's video was played; the next one then plays when its link is pressed. */
  hasPlayed: () => boolean
}

/** Texts and quizzes have their title above them, because nothing but the title says which one they are. */
export const hasTitleAbove = ({ words, fileType, filePath }: CourseResource): boolean =>
  words !== undefined || (fileType === 'quiz' && filePath === undefined)

export function LessonHead({ course, resource, ...going }: LessonHeadProps) {
  const text = useText(learningMessages)
  const isUncounted =
    resource.isPublished &&
    resource.fileType !== 'quiz' &&
    !resource.progress?.completed &&
    !lessonIdsOf(course.contents).has(resource.id)
  /** A quiz is completed by its result and a package by its report, so these have no button to mark them. */
  const isMarked = resource.passPercentage === undefined && !resource.isReported
  const module = course.contents.find((content) => content.id === resource.courseContentId)
  return (
    <div className="lesson-head min-w-0">
      {hasTitleAbove(resource) ? null : (
        <div className="min-w-0">
          <LessonTitle course={course} resource={resource} />
          {module?.description ? <p className="lesson-head-module">{module.description}</p> : null}
        </div>
      )}
      {course.isEnrolled ? (
        <div className="lesson-actions">
          {resource.progress?.completed ? <WayOn course={course} resource={resource} {...going} /> : null}
          {isMarked ? <CompleteToggle resource={resource} minor={going.minor} /> : null}
          {module &&
          !resource.isAssignment &&
          resource.passPercentage !== undefined &&
          resource.progress?.completed ? (
            <p className="text-sm text-secondary">{text.quizPassed(module.title)}</p>
          ) : null}
          {resource.isReported ? (
            <p className="text-sm text-tertiary">
              {resource.progress?.completed ? text.packageCompleted : text.completedByPackage}
            </p>
          ) : null}
          {isUncounted ? (
            <p className="text-sm text-tertiary">{isMarked ? text.uncounted : text.uncountedPart}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

export function LessonTitle({ course, resource }: Pick<LessonHeadProps, 'course' | 'resource'>) {
  const text = useText(learningMessages)
  const moduleIndex = course.contents.findIndex((content) => content.id === resource.courseContentId)
  const module = course.contents[moduleIndex]
  const place = module?.resources.findIndex((item) => item.id === resource.id) ?? -1
  return (
    <>
      {module && place >= 0 ? (
        <p className="text-sm text-tertiary">
          {text.itemOf(moduleIndex + 1, place + 1, module.resources.length)}
        </p>
      ) : null}
      <h2 className="ap-h3">{resource.title}</h2>
    </>
  )
}

/** Shows the main action of a completed lesson, which phones have in their bar, and whether its module is complete. */
function WayOn({ course, resource, completedModule, isCompletedNow, minor, hasPlayed }: LessonHeadProps) {
  const text = useText(learningMessages)
  const isPhone = useWindowWidth() === 'phone'
  const variant = minor ? 'secondary' : 'primary'
  const { next } = neighboursOf(course.contents, resource.id)
  return (
    <>
      {isPhone ? null : next ? (
        <LinkButton
          as={Link}
          {...playingLink(next, hasPlayed)}
          variant={variant}
          iconEnd="arrow-right"
          className="lesson-slide"
        >
          {text.nextLesson(next.title)}
        </LinkButton>
      ) : (
        <LinkButton as={Link} to={`/course/${course.id}`} variant={variant} className="lesson-slide">
          {text.goToCourse}
        </LinkButton>
      )}
      {completedModule ? (
        <div className="lesson-module-done">
          <CourseOrbit courseId={course.id} modules={stationsOf(course.contents)} isNew={isCompletedNow} />
          <p className="text-sm text-secondary">
            {text.moduleComplete(completedModule.number, completedModule.title)}
          </p>
        </div>
      ) : null}
    </>
  )
}
