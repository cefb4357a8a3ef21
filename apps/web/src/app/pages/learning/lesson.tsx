import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useRef, useState, type RefObject } from 'react'
import { Link, useParams, useSearchParams } from '#web/platform/router/router.tsx'
import { CompleteToggle } from '#web/features/learning/components/complete-toggle.tsx'
import { CourseContents } from '#web/features/learning/components/course-contents.tsx'
import { CourseFinished } from '#web/features/learning/components/course-finished.tsx'
import { playingLink } from '#web/features/learning/continuous-play.ts'
import { CourseSearch } from '#web/features/learning/components/course-search.tsx'
import { CourseHead } from '#web/features/learning/components/course-head.tsx'
import {
  courseProgressOf,
  lessonAddress,
  lessonIdsOf,
  neighboursOf,
  secondIn,
  type NumberedModule,
} from '#web/features/learning/course-progress.ts'
import {
  LessonTranscript,
  TranscriptToggle,
} from '#web/features/learning/components/transcript/lesson-transcript.tsx'
import { LessonFailed, LessonMissing } from '#web/features/learning/components/lesson-failed.tsx'
import { LessonMedia, type LessonMediaProps } from '#web/features/learning/components/lesson-media.tsx'
import { useLessonVisit } from '#web/features/learning/lesson-visit.ts'
import { useModuleCourse } from '#web/features/learning/use-module-course.ts'
import { unknownCourse } from '#web/shared/other-servers/unknown-course.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useModuleEnd } from '#web/features/learning/use-module-end.ts'
import { usePlayerNotes } from '#web/features/notes/use-player-notes.ts'
import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { UnseenFinish } from '../../finish/unseen-finish.tsx'
import '#web/features/learning/components/learning.css'

const QuizPanel = lazyWithRetry(
  async () => (await import('#web/features/assessments/components/quiz-panel.tsx')).QuizPanel,
)

const PackagePlayer = lazyWithRetry(
  async () => (await import('#web/features/packages/components/package-player.tsx')).PackagePlayer,
)

const LessonText = lazyWithRetry(
  async () => (await import('#web/shared/lesson-text/lesson-text.tsx')).LessonText,
)

const LessonRecall = lazyWithRetry(
  async () => (await import('#web/features/assessments/recall/lesson-recall.tsx')).LessonRecall,
)

const LessonScratchpad = lazyWithRetry(
  async () => (await import('#web/features/learning/components/lesson-scratchpad.tsx')).LessonScratchpad,
)

const LessonExercise = lazyWithRetry(
  async () => (await import('#web/features/learning/components/lesson-exercise.tsx')).LessonExercise,
)

/** The link to the certificate appears when a course is at 100 %. */
const CourseCertificateLink = lazyWithRetry(
  async () => (await import('#web/features/achievements/components/certificates.tsx')).CourseCertificateLink,
)

const LessonNotes = lazyWithRetry(
  async () => (await import(/* first wave */ '#web/features/notes/components/lesson-notes.tsx')).LessonNotes,
)

const LessonQuestions = lazyWithRetry(
  async () =>
    (await import('#web/features/community/components/discussions/lesson-questions.tsx')).LessonQuestions,
)

/** `lessonId` is the module's id. Without a resource the page shows the module's first one. */
export function Component() {
  const { lessonId, resourceId } = useParams()
  const contentId = idOf(lessonId)
  return contentId === null ? (
    <LessonFailed error={null} />
  ) : (
    <Module contentId={contentId} wanted={resourceId} />
  )
}

function Module({ contentId, wanted }: { contentId: number; wanted: string | undefined }) {
  const { courseContent } = useText(learningMessages)
  const { lessons, courseId, course, isPending, error, reload } = useModuleCourse(contentId, courseContent)
  if (lessons.isPending) return <LessonLoading />
  if (!lessons.data) {
    return isPending ? (
      <LessonLoading />
    ) : (
      <LessonFailed error={lessons.error} course={course} onRetry={() => void reload()} />
    )
  }
  const resourceId = wanted === undefined ? lessons.data.data[0]?.id : idOf(wanted)
  const isOfModule = lessons.data.data.some(({ id }) => id === resourceId)
  if (courseId === undefined || resourceId === undefined) return <LessonMissing courseId={courseId} />
  if (isPending) return <LessonLoading />
  // The course contains the learner's progress, which the module's list of resources may lack. It also contains lessons that were
  // moved to another module.
  const studied = course?.contents
    .flatMap((content) => content.resources)
    .find((candidate) => candidate.id === resourceId)
  if (!studied && !isOfModule) return <LessonMissing courseId={courseId} />
  // Learners receive no quiz file, because they take the quiz as an assessment.
  const isQuiz = studied?.fileType === 'quiz' && course?.permissions.study === true
  if (
    !course ||
    !studied ||
    (studied.filePath === undefined && !isQuiz && studied.words === undefined && !studied.isPackage)
  ) {
    return <LessonFailed error={error} courseId={courseId} course={course} onRetry={() => void reload()} />
  }
  return <Lesson course={course} resource={studied} onReload={reload} />
}

/**
 * Returns the author's exercise, otherwise a scratchpad unless the lesson or its course disables it. Quizzes have neither, because
 * a quiz is itself an exercise.
 */
function practiceOf(
  { hasScratchpad = true }: CourseDetail,
  { fileType, practice }: CourseResource,
): PracticeExercise | { kind: 'scratchpad' | 'off' } {
  if (fileType === 'quiz' || practice?.kind === 'off') return { kind: 'off' }
  if (practice?.kind === 'exercise') return practice
  return { kind: hasScratchpad ? 'scratchpad' : 'off' }
}

const wasPlayed = (video: RefObject<HTMLVideoElement | null>) => (video.current?.played.length ?? 0) > 0

function Lesson({
  course,
  resource,
  onReload,
}: {
  course: CourseDetail
  resource: CourseResource
  onReload: () => Promise<unknown>
}) {
  const { user } = useSession()
  useLessonVisit(resource.id, course.isEnrolled)
  const [endShown, setEndShown] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const media = useRef<HTMLDivElement>(null)
  const notes = usePlayerNotes()
  const practice = practiceOf(course, resource)
  const completedModule = useModuleEnd(course.contents, resource)
  return (
    <>
      <Head title={resource.title} />
      <CourseHead course={course} linked={course.id !== unknownCourse} />
      <div className="ap-wrap learn-body">
        <div ref={media} className="learn-media min-w-0">
          <LessonBody
            key={resource.id}
            course={course}
            resource={resource}
            completedModule={completedModule}
            video={video}
            onReload={onReload}
            player={notes.player}
            onEndShown={setEndShown}
          />
        </div>
        <LessonTranscript key={resource.id} resource={resource} video={video} onReload={onReload} />
        <div className="learn-rest min-w-0">
          <LessonHead
            course={course}
            resource={resource}
            completedModule={completedModule}
            minor={endShown}
            hasPlayed={() => wasPlayed(video)}
          />
          <Recall course={course} resource={resource} isWatched={endShown} />
          {/* The exercise is above what grows when notes arrive, so that a press on it does not miss. */}
          {practice.kind === 'exercise' ? (
            <Suspense fallback={<Skeleton shape="block" />}>
              <LessonExercise
                key={resource.id}
                userId={user?.id ?? 0}
                isLearner={course.isEnrolled}
                resource={resource}
                exercise={practice}
              />
            </Suspense>
          ) : null}
          {user && course.isEnrolled ? (
            <Suspense fallback={<div className="learn-notes-place" />}>
              <LessonNotes
                key={resource.id}
                {...notes.notes}
                resource={resource}
                video={video}
                media={media}
                userId={user.id}
              />
            </Suspense>
          ) : null}
          {user && course.isEnrolled ? <Finish userId={user.id} course={course} /> : null}
          <LessonLinks course={course} resource={resource} video={video} />
          <Steps course={course} resource={resource} hasPlayed={() => wasPlayed(video)} />
          {practice.kind === 'scratchpad' ? (
            <Scratchpad userId={user?.id ?? 0} course={course} resource={resource} />
          ) : null}
        </div>
        <CourseRail course={course} resourceId={resource.id} />
      </div>
    </>
  )
}

/** Asks learners one question after the video, where the author has written one. */
function Recall({
  course,
  resource,
  isWatched,
}: {
  course: CourseDetail
  resource: CourseResource
  isWatched: boolean
}) {
  const { user } = useSession()
  if (!user || !course.isEnrolled || !resource.hasRecall) return null
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <LessonRecall
        key={resource.id}
        userId={user.id}
        resourceId={resource.id}
        isWatched={isWatched || resource.progress?.completed === true}
      />
    </Suspense>
  )
}

const Scratchpad = (props: { userId: number; course: CourseDetail; resource: CourseResource }) => (
  <Suspense fallback={<Skeleton shape="block" />}>
    <LessonScratchpad key={`scratchpad-${props.resource.id}`} {...props} />
  </Suspense>
)

const Finish = ({ userId, course }: { userId: number; course: CourseDetail }) => (
  <CourseFinished contents={course.contents}>
    <Suspense fallback={null}>
      <CourseCertificateLink userId={userId} courseId={course.id} isCompleted />
    </Suspense>
    <UnseenFinish userId={userId} courseId={course.id} />
  </CourseFinished>
)

function LessonBody({
  course,
  resource,
  player,
  ...media
}: Pick<LessonMediaProps, 'completedModule' | 'video' | 'onEndShown' | 'onReload'> & {
  course: CourseDetail
  resource: CourseResource
  player: Pick<LessonMediaProps, 'marks' | 'keys'>
}) {
  const [query] = useSearchParams()
  if (resource.words !== undefined) {
    return (
      <div className="learn-text">
        <LessonTitle course={course} resource={resource} />
        <Suspense fallback={<Skeleton shape="block" />}>
          <LessonText resourceId={resource.id} />
        </Suspense>
      </div>
    )
  }
  if (resource.isPackage) {
    return (
      <Suspense fallback={<Skeleton shape="block" />}>
        <PackagePlayer resource={resource} onCompleted={() => void media.onReload()} />
      </Suspense>
    )
  }
  if (resource.filePath === undefined) {
    return (
      <Suspense fallback={<Skeleton shape="block" />}>
        <QuizPanel
          resourceId={resource.id}
          isCompleted={resource.progress?.completed ?? false}
          isLesson={lessonIdsOf(course.contents).has(resource.id)}
        />
      </Suspense>
    )
  }
  return (
    <LessonMedia
      {...media}
      {...player}
      resource={{ ...resource, filePath: resource.filePath }}
      next={neighboursOf(course.contents, resource.id).next}
      isLearner={course.isEnrolled}
      second={secondIn(query)}
    />
  )
}

/**
 * Opens the questions about the lesson for people who study the course. They stay open on the next lessons, and their code loads
 * when they are opened. Other people get a link to the course.
 */
function LessonLinks({
  course,
  resource,
  video,
}: {
  course: CourseDetail
  resource: CourseResource
  video: RefObject<HTMLVideoElement | null>
}) {
  const text = useText(learningMessages)
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const look = { variant: 'quiet', size: 'sm', icon: 'message' } as const
  const studies = user !== null && course.permissions.study
  return (
    <>
      <p className="learn-ask mt-4">
        {studies ? (
          <Button {...look} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {text.askAboutLesson}
          </Button>
        ) : (
          <LinkButton as={Link} to={`/course/${course.id}?tab=discussion`} {...look}>
            {text.askAboutLesson}
          </LinkButton>
        )}
        <TranscriptToggle resource={resource} />
      </p>
      {studies && isOpen ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <LessonQuestions
            key={resource.id}
            userId={user.id}
            courseId={course.id}
            resourceId={resource.id}
            video={video}
            isVideo={resource.fileType === 'video'}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface LessonActionsProps {
  course: CourseDetail
  resource: CourseResource
  /** `completedModule` is the module of this lesson, if all of its items are completed. */
  completedModule: NumberedModule | null
  /** `minor` means that the view has another main action. */
  minor: boolean
  /** Returns whether this lesson's video was played; the next one then plays when its link is pressed. */
  hasPlayed: () => boolean
}

function LessonHead({ course, resource, completedModule, minor, hasPlayed }: LessonActionsProps) {
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
    <div className="learn-lesson-head">
      {/* A text has its title above it. */}
      {resource.words === undefined ? (
        <div className="min-w-0">
          <LessonTitle course={course} resource={resource} />
          {module?.description ? (
            <p className="mt-2 max-w-measure text-secondary">{module.description}</p>
          ) : null}
        </div>
      ) : null}
      {course.isEnrolled ? (
        <div className="learn-actions">
          {resource.progress?.completed ? (
            <WayOn
              course={course}
              resource={resource}
              completedModule={completedModule}
              minor={minor}
              hasPlayed={hasPlayed}
            />
          ) : null}
          {isMarked ? <CompleteToggle resource={resource} minor={minor} /> : null}
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

function LessonTitle({ course, resource }: Pick<LessonActionsProps, 'course' | 'resource'>) {
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

/** Shows the main action of a completed lesson, and whether its module is complete. */
function WayOn({ course, resource, completedModule, minor, hasPlayed }: LessonActionsProps) {
  const text = useText(learningMessages)
  const variant = minor ? 'secondary' : 'primary'
  const { next } = neighboursOf(course.contents, resource.id)
  return (
    <>
      {next ? (
        <LinkButton as={Link} {...playingLink(next, hasPlayed)} variant={variant} iconEnd="arrow-right">
          {text.nextLesson(next.title)}
        </LinkButton>
      ) : (
        <LinkButton as={Link} to={`/course/${course.id}`} variant={variant}>
          {text.goToCourse}
        </LinkButton>
      )}
      {completedModule ? (
        <p className="text-sm text-secondary">
          {text.moduleComplete(completedModule.number, completedModule.title)}
        </p>
      ) : null}
    </>
  )
}

/** Links the previous and the next lesson, or the course after the last one. */
function Steps({
  course,
  resource,
  hasPlayed,
}: Pick<LessonActionsProps, 'course' | 'resource' | 'hasPlayed'>) {
  const text = useText(learningMessages)
  const { previous, next } = neighboursOf(course.contents, resource.id)
  return (
    <nav className="learn-steps" aria-label={text.courseContent}>
      {previous ? (
        <LinkButton as={Link} to={lessonAddress(previous)} variant="quiet" icon="arrow-left">
          {text.previousLesson}
        </LinkButton>
      ) : (
        <span />
      )}
      {next ? (
        <LinkButton as={Link} {...playingLink(next, hasPlayed)} variant="quiet" iconEnd="arrow-right">
          {text.next}
        </LinkButton>
      ) : (
        <LinkButton as={Link} to={`/course/${course.id}`} variant="quiet">
          {text.toCourse}
        </LinkButton>
      )}
    </nav>
  )
}

function CourseRail({ course: { id, contents }, resourceId }: { course: CourseDetail; resourceId: number }) {
  const text = useText(learningMessages)
  return (
    <aside className="ap-panel learn-rail" data-clip="" aria-labelledby="rail-title">
      <header>
        <h2 id="rail-title" className="font-semibold">
          {text.courseContent}
        </h2>
        <span className="text-sm text-secondary">
          {text.lessonCount(courseProgressOf(contents).totalLessons)}
        </span>
      </header>
      <CourseSearch courseId={id} contents={contents}>
        <CourseContents contents={contents} canOpen currentId={resourceId} />
      </CourseSearch>
    </aside>
  )
}

function LessonLoading() {
  const { loading } = useText(platformMessages)
  return (
    <Loading label={loading} className="ap-wrap grid gap-6 py-8">
      <Skeleton shape="title" width={40} />
      <Skeleton shape="cover" />
      <Skeleton width={60} />
    </Loading>
  )
}

/** A null `error` means that the lesson loaded, but the person may not open it. */
