import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link, useParams, useSearchParams } from '#web/platform/router/router.tsx'
import { CourseFinished } from '#web/features/learning/components/course-finished.tsx'
import {
  isRead,
  lessonIdsOf,
  neighboursOf,
  publishedResources,
  secondIn,
} from '#web/features/learning/course-progress.ts'
import { latePart } from '#web/features/learning/components/lesson/late-part.tsx'
import { LessonBar, LessonBarPlace } from '#web/features/learning/components/lesson/lesson-bar.tsx'
import { LessonHead, LessonTitle } from '#web/features/learning/components/lesson/lesson-head.tsx'
import { LessonSide } from '#web/features/learning/components/lesson/lesson-side.tsx'
import { LessonSteps } from '#web/features/learning/components/lesson/lesson-steps.tsx'
import { LessonFailed, LessonMissing } from '#web/features/learning/components/lesson-failed.tsx'
import { LessonMedia, type LessonMediaProps } from '#web/features/learning/components/lesson-media.tsx'
import { playingLink } from '#web/features/learning/continuous-play.ts'
import { useLessonVisit } from '#web/features/learning/lesson-visit.ts'
import { useModuleCourse } from '#web/features/learning/use-module-course.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useModuleEnd } from '#web/features/learning/use-module-end.ts'
import { questionIn } from '#web/features/community/place.ts'
import { usePlayerNotes } from '#web/features/notes/use-player-notes.ts'
import { usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { UnseenFinish } from '../../finish/unseen-finish.tsx'
import '#web/features/learning/components/lesson/lesson.css'

const QuizPanel = latePart(
  'body',
  async () => (await import('#web/features/assessments/components/quiz-panel.tsx')).QuizPanel,
)

const PackagePlayer = latePart(
  'body',
  async () => (await import('#web/features/scorm/components/package-player.tsx')).PackagePlayer,
)

const LessonText = latePart(
  'body',
  async () => (await import('#web/shared/lesson-text/lesson-text.tsx')).LessonText,
)

const LessonRecall = latePart(
  'row',
  async () => (await import('#web/features/assessments/recall/lesson-recall.tsx')).LessonRecall,
)

const RecallCover = latePart(
  'line',
  async () => (await import('#web/features/assessments/recall/recall-cover.tsx')).RecallCover,
)

const LessonScratchpad = latePart(
  'pad',
  async () => (await import('#web/features/learning/components/lesson-scratchpad.tsx')).LessonScratchpad,
)

const LessonExercise = latePart(
  'pad',
  async () => (await import('#web/features/learning/components/lesson-exercise.tsx')).LessonExercise,
)

/** The link to the certificate appears when a course is at 100 %. */
const CourseCertificateLink = latePart(
  'line',
  async () => (await import('#web/features/achievements/components/certificates.tsx')).CourseCertificateLink,
)

const LessonNotes = latePart(
  'panel',
  async () => (await import(/* first wave */ '#web/features/notes/components/lesson-notes.tsx')).LessonNotes,
)

const LessonQuestions = latePart(
  'panel',
  async () =>
    (await import('#web/features/community/components/discussions/lesson-questions.tsx')).LessonQuestions,
)

const LessonContents = latePart(
  'panel',
  async () =>
    (await import(/* first wave */ '#web/features/learning/components/lesson/lesson-contents.tsx'))
      .LessonContents,
)

const TranscriptPanel = latePart(
  'panel',
  async () =>
    (await import('#web/features/learning/components/transcript/transcript-panel.tsx')).TranscriptPanel,
)

const StreakNotice = latePart(
  'line',
  async () => (await import('../../finish/streak-notice.tsx')).StreakNotice,
)

const LessonFiles = latePart(
  'panel',
  async () => (await import('#web/features/learning/components/course-resources.tsx')).CourseResources,
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

interface LessonProps {
  course: CourseDetail
  resource: CourseResource
  onReload: () => Promise<unknown>
}

function Lesson({ course, resource, onReload }: LessonProps) {
  const { user } = useSession()
  useLessonVisit(resource, course.isEnrolled)
  /** Holds the lesson's id, because this component shows one lesson after another. */
  const [endOf, setEndOf] = useState<number | null>(null)
  const endShown = endOf === resource.id
  /** The question of this lesson was answered, left out or not due. */
  const [askedOf, setAskedOf] = useState<number | null>(null)
  const isAsked = endShown && hasRecall(course, resource) && askedOf !== resource.id
  const video = useRef<HTMLVideoElement>(null)
  const media = useRef<HTMLDivElement>(null)
  const notes = usePlayerNotes()
  const { theatre } = usePlayerPreferences()
  const completedModule = useModuleEnd(course.contents, resource)
  const isCompletedNow = useCompletedNow(resource)
  const isPicture = resource.fileType === 'video' || resource.fileType === 'pdf'
  const going = {
    course,
    resource,
    completedModule,
    hasPlayed: () => (video.current?.played.length ?? 0) > 0,
  }
  useFullScreenForVideos(resource)
  return (
    <>
      <Head title={resource.title} />
      <LessonBar course={course} hasTheatre={isPicture} />
      <div className="ap-wrap learn-body" data-theatre={(isPicture && theatre) || undefined}>
        <div ref={media} className="learn-media min-w-0">
          <LessonBody
            key={resource.id}
            course={course}
            resource={resource}
            completedModule={completedModule}
            video={video}
            stage={media}
            onReload={onReload}
            player={notes.player}
            onEndShown={setEndOf}
            holdsNext={isAsked}
          />
          {user && isAsked ? (
            <RecallCover
              key={`question-${resource.id}`}
              userId={user.id}
              resourceId={resource.id}
              next={<NextLesson course={course} resource={resource} />}
              onOver={() => setAskedOf(resource.id)}
            />
          ) : null}
        </div>
        <LessonHead {...going} isCompletedNow={isCompletedNow} minor={endShown} />
        <Side
          course={course}
          resource={resource}
          video={video}
          media={media}
          notes={notes.notes}
          onReload={onReload}
        />
        <Recall course={course} resource={resource} isWatched={endShown} isOnPicture={isAsked} />
        <Exercise course={course} resource={resource} userId={user?.id ?? 0} />
        <div className="learn-end min-w-0">
          {user && course.isEnrolled ? <Finish userId={user.id} course={course} /> : null}
          {user && isCompletedNow ? <StreakNotice userId={user.id} /> : null}
          <LessonSteps {...going} isMain={!endShown && (resource.progress?.completed ?? false)} />
          <Scratchpad course={course} resource={resource} userId={user?.id ?? 0} />
        </div>
      </div>
    </>
  )
}

const hasRecall = ({ isEnrolled }: CourseDetail, resource: CourseResource): boolean =>
  isEnrolled && resource.hasRecall === true

/** Leads on from the question over the picture. */
function NextLesson({ course, resource }: { course: CourseDetail; resource: CourseResource }) {
  const text = useText(learningMessages)
  const { next } = neighboursOf(course.contents, resource.id)
  return next ? (
    <LinkButton as={Link} {...playingLink(next)} iconEnd="arrow-right">
      {text.next}
    </LinkButton>
  ) : null
}

/** Asks learners one question after the video, where the author has written one. */
function Recall({
  course,
  resource,
  isWatched,
  isOnPicture,
}: {
  course: CourseDetail
  resource: CourseResource
  isWatched: boolean
  isOnPicture: boolean
}) {
  const { user } = useSession()
  if (!user || !hasRecall(course, resource)) return null
  return (
    <div className="learn-recall min-w-0">
      <LessonRecall
        key={resource.id}
        userId={user.id}
        resourceId={resource.id}
        isWatched={isWatched || resource.progress?.completed === true}
        isOnPicture={isOnPicture}
      />
    </div>
  )
}

/** Returns whether the lesson was completed during this visit. */
function useCompletedNow({ id, progress }: CourseResource): boolean {
  const isCompleted = progress?.completed ?? false
  const [visit, setVisit] = useState({ id, begunOpen: !isCompleted })
  if (visit.id !== id) setVisit({ id, begunOpen: !isCompleted })
  return visit.id === id && visit.begunOpen && isCompleted
}

/** Leaves full screen when the next lesson has no video. A video that follows another one stays in full screen. */
function useFullScreenForVideos({ id, fileType }: CourseResource): void {
  useEffect(() => {
    if (fileType !== 'video' && document.fullscreenElement) void document.exitFullscreen()
  }, [id, fileType])
}

interface PracticeProps {
  userId: number
  course: CourseDetail
  resource: CourseResource
}

function Exercise({ userId, course, resource }: PracticeProps) {
  const practice = practiceOf(course, resource)
  return practice.kind === 'exercise' ? (
    <div className="learn-practice min-w-0">
      <LessonExercise
        key={resource.id}
        userId={userId}
        isLearner={course.isEnrolled}
        resource={resource}
        exercise={practice}
      />
    </div>
  ) : null
}

const Scratchpad = (props: PracticeProps) =>
  practiceOf(props.course, props.resource).kind === 'scratchpad' ? (
    <LessonScratchpad key={`scratchpad-${props.resource.id}`} {...props} />
  ) : null

const Finish = ({ userId, course }: { userId: number; course: CourseDetail }) => (
  <CourseFinished contents={course.contents}>
    <CourseCertificateLink userId={userId} courseId={course.id} isCompleted />
    <UnseenFinish userId={userId} courseId={course.id} />
  </CourseFinished>
)

function LessonBody({
  course,
  resource,
  player,
  ...media
}: Pick<LessonMediaProps, 'completedModule' | 'video' | 'stage' | 'onEndShown' | 'holdsNext' | 'onReload'> & {
  course: CourseDetail
  resource: CourseResource
  player: Pick<LessonMediaProps, 'marks' | 'keys'>
}) {
  const [query] = useSearchParams()
  if (resource.words !== undefined) {
    return (
      <div className="learn-text">
        <LessonTitle course={course} resource={resource} />
        <LessonText resourceId={resource.id} />
      </div>
    )
  }
  if (resource.isPackage) {
    return <PackagePlayer resource={resource} onCompleted={() => void media.onReload()} />
  }
  if (resource.filePath === undefined) {
    return (
      <div className="learn-text">
        <LessonTitle course={course} resource={resource} />
        <QuizPanel
          resourceId={resource.id}
          isCompleted={resource.progress?.completed ?? false}
          isLesson={lessonIdsOf(course.contents).has(resource.id)}
        />
      </div>
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

const hasTranscript = ({ fileType, captions = [] }: CourseResource) =>
  fileType === 'video' && captions.length > 0

/** People who study the course have its notes and questions. Other people get a link to the discussions of the course. */
function Side({
  course,
  resource,
  video,
  media,
  notes,
  onReload,
}: LessonProps & {
  video: RefObject<HTMLVideoElement | null>
  media: RefObject<HTMLElement | null>
  notes: ReturnType<typeof usePlayerNotes>['notes']
}) {
  const { user } = useSession()
  const [address] = useSearchParams()
  const asked = questionIn(address)
  const hasFiles = publishedResources(course.contents).some(isRead)
  const { id } = resource
  return (
    <LessonSide
      wanted={asked === null ? null : 'questions'}
      panels={{
        contents: <LessonContents course={course} resourceId={resource.id} />,
        transcript: hasTranscript(resource) ? (
          <TranscriptPanel key={id} resource={resource} video={video} onReload={onReload} />
        ) : null,
        notes:
          user && course.isEnrolled ? (
            <LessonNotes
              key={id}
              {...notes}
              resource={resource}
              video={video}
              media={media}
              userId={user.id}
            />
          ) : null,
        questions:
          user && course.permissions.study ? (
            <LessonQuestions
              key={id}
              userId={user.id}
              courseId={course.id}
              resourceId={id}
              video={video}
              isVideo={resource.fileType === 'video'}
              asked={asked}
            />
          ) : (
            <DiscussionsLink courseId={course.id} />
          ),
        files: hasFiles ? <LessonFiles contents={course.contents} canOpen /> : null,
      }}
    />
  )
}

function DiscussionsLink({ courseId }: { courseId: number }) {
  const text = useText(learningMessages)
  return (
    <LinkButton
      as={Link}
      to={`/course/${courseId}?tab=discussion`}
      variant="quiet"
      size="sm"
      icon="message"
      className="m-4"
    >
      {text.askAboutLesson}
    </LinkButton>
  )
}

/** Has the bar and the picture's place of the lesson that comes. */
function LessonLoading() {
  const { loading } = useText(platformMessages)
  return (
    <Loading label={loading}>
      <LessonBarPlace />
      <div className="ap-wrap learn-body">
        <div className="learn-media">
          <div className="lesson-picture-place">
            <Skeleton shape="cover" />
          </div>
        </div>
        <div className="lesson-head">
          <Skeleton width={60} />
        </div>
      </div>
    </Loading>
  )
}
