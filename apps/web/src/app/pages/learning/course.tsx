import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { hasAllLessons, percentOf } from '@apogee/contracts/courses/course-progress.ts'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Tabs, type TabsProps } from '@apogee/ui/navigation/tabs.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { Link, useParams, useSearchParams } from '#web/platform/router/router.tsx'
import type { PageModule } from '#web/framework/page-module.ts'
import { CourseCertificateLink } from '#web/features/achievements/components/certificates.tsx'
import { CourseAbout } from '#web/features/learning/components/course-about.tsx'
import { CourseSearch } from '#web/features/learning/components/course-search.tsx'
import { CourseDetails } from '#web/features/learning/components/course-details.tsx'
import { CourseContents } from '#web/features/learning/components/course-contents.tsx'
import { CourseHead } from '#web/features/learning/components/course-head.tsx'
import { playingLink } from '#web/features/learning/continuous-play.ts'
import { courseProgressOf, nextOpeningOf, nextResource } from '#web/features/learning/course-progress.ts'
import { hasEnded, isForSale, RenewLink } from '#web/features/learning/components/enrolled-courses.tsx'
import { CourseResources } from '#web/features/learning/components/course-resources.tsx'
import { courseAboutMessages } from '#web/features/learning/messages/course-about.en.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { isWaiting } from '#web/shared/buying/unmet-prerequisites.ts'
import { isForKeeping } from '#web/shared/lesson/kept-course/kept-course.ts'
import { courseQuery, idOf } from '#web/features/learning/api/learning.ts'
import { reviewsMessages } from '#web/features/reviews/messages/reviews.en.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { UnseenFinish } from '../../finish/unseen-finish.tsx'
import '#web/features/learning/components/learning.css'

export const prefetch: PageModule['prefetch'] = async ({ params, queries, viewer }) => {
  const id = idOf(params['courseId'])
  if (id !== null && viewer !== 'anonymous') await queries.prefetchQuery(courseQuery(id, viewer))
}

export function Component() {
  const id = idOf(useParams()['courseId'])
  return id === null ? <CourseMissing /> : <CourseScreen key={id} id={id} />
}

function CourseScreen({ id }: { id: number }) {
  const text = useText(learningMessages)
  const { loading } = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(courseQuery(id, useViewer()))
  if (isPending) {
    return (
      <Loading label={loading}>
        <div className="learn-head">
          <div className="ap-wrap">
            <div className="learn-head-line">
              <div className="learn-waiting">
                <Skeleton width={20} />
                <Skeleton shape="title" width={60} />
              </div>
              <div className="learn-waiting">
                <Skeleton width={40} />
                <Skeleton />
              </div>
            </div>
            <Skeleton shape="button" className="mt-5" />
          </div>
        </div>
        <div className="ap-wrap learn-course">
          <div className="learn-waiting pt-4">
            <Skeleton width={40} />
            <div className="ap-panel" data-clip="">
              <SkeletonRows count={6} />
            </div>
          </div>
          <div className="ap-panel learn-about" data-clip="">
            <Skeleton shape="cover" />
            <div className="learn-about-words">
              <Skeleton />
              <Skeleton width={60} />
            </div>
          </div>
        </div>
      </Loading>
    )
  }
  if (data) return <Course course={data.data} checkedAt={dataUpdatedAt} />
  if (error instanceof ApiError && error.errorCode === 'COURSE_NOT_FOUND') return <CourseMissing />
  return (
    <StatePage
      title={text.courseFailed}
      text={failureText(error, text.fetchFailed)}
      onRetry={() => void refetch()}
    />
  )
}

function CourseMissing() {
  const text = useText(learningMessages)
  return (
    <StatePage
      title={text.courseNotFound}
      text={text.courseNotFoundHint}
      back={['/dashboard', text.myCourses]}
    />
  )
}

/** The code of each tab loads when the tab is opened. The code of the review invitation loads when the learner can be invited. */
const CourseDiscussions = lazyWithRetry(
  async () =>
    (await import('#web/features/community/components/discussions/course-discussions.tsx')).CourseDiscussions,
)

const CourseAnnouncements = lazyWithRetry(
  async () =>
    (await import('#web/features/announcements/components/course-announcements.tsx')).CourseAnnouncements,
)

const LiveSessions = lazyWithRetry(
  async () => (await import('#web/features/live-sessions/components/live-sessions.tsx')).LiveSessions,
)

const CertificateNeeds = lazyWithRetry(
  async () => (await import('#web/features/achievements/components/certificate-needs.tsx')).CertificateNeeds,
)

const MyNotes = lazyWithRetry(
  async () => (await import('#web/features/notes/components/my-notes.tsx')).MyNotes,
)
const ReviewTab = lazyWithRetry(
  async () => (await import('#web/features/reviews/components/review-tab.tsx')).ReviewTab,
)
const ReviewInvitation = lazyWithRetry(
  async () => (await import('#web/features/reviews/components/review-invitation.tsx')).ReviewInvitation,
)

const KeepOnDevice = lazyWithRetry(
  async () => (await import('../../offline/keep-on-device.tsx')).KeepOnDevice,
)

const waiting = () => import('#web/features/learning/components/waiting.tsx')
const WaitingNotice = lazyWithRetry(async () => (await waiting()).WaitingNotice)
const RecommendedFirst = lazyWithRetry(async () => (await waiting()).RecommendedFirst)

/** The component's code is stored with the quiz (keep-attempt.ts). */
const KeptQuizzes = lazyWithRetry(async () => (await import('../../offline/kept-quizzes.tsx')).KeptQuizzes)

/** A learner is asked for a review when this percentage of the course is completed. */
const worthAsking = 50

const tabIds = ['content', 'resources', 'announcements', 'notes', 'discussion', 'reviews'] as const
type TabId = (typeof tabIds)[number]

/** Returns whether this browser can store pages and the course may be stored. */
const canBeKept = (course: CourseDetail): boolean =>
  isForKeeping(course) && 'caches' in globalThis && 'serviceWorker' in navigator

/** `checkedAt` is when the server answered with the course, in ms since 1970. */
function Course({ course: read, checkedAt }: { course: CourseDetail; checkedAt: number }) {
  const isPreview = useIsPreview() && read.permissions.manage
  const course = isPreview ? { ...read, permissions: { ...read.permissions, manage: false } } : read
  const { user, session } = useSession()
  const isKeptPage = session.state === 'signed-in' && session.keptAt !== undefined
  const { study } = course.permissions
  const next = study ? nextResource(course) : null
  const hasVideos = course.contents.some(({ resources }) =>
    resources.some(({ fileType }) => fileType === 'video'),
  )
  return (
    <>
      <Head title={course.title} />
      {isPreview ? <PreviewNotice course={course} /> : null}
      <CourseHead course={course} details={course.isEnrolled ? <CourseDetails course={course} /> : null}>
        <CourseActions course={course} next={next} />
        {user && !isKeptPage && canBeKept(course) ? (
          <div className="learn-keep mt-4" data-videos={hasVideos || undefined}>
            <Suspense>
              <KeepOnDevice user={user} course={course} checkedAt={checkedAt} />
            </Suspense>
          </div>
        ) : null}
      </CourseHead>
      <div className="ap-wrap learn-course">
        <div className="min-w-0">
          {study && !(course.isEnrolled && course.prerequisites) ? null : study || isWaiting(course) ? (
            <Suspense>
              {study ? <RecommendedFirst course={course} /> : <WaitingNotice course={course} />}
            </Suspense>
          ) : (
            <ClosedNotice course={course} />
          )}
          {isKeptPage ? (
            <Suspense>
              <KeptQuizzes courseId={course.id} />
            </Suspense>
          ) : null}
          <CourseTabs course={course} nextId={next?.id} />
        </div>
        <CourseAbout course={course}>
          {user && course.hasCertificateRequirements ? (
            <Suspense>
              <CertificateNeeds userId={user.id} courseId={course.id} />
            </Suspense>
          ) : null}
        </CourseAbout>
      </div>
    </>
  )
}

/** Explains why the lessons are closed, and links to the step that opens them. */
function ClosedNotice({ course }: { course: CourseDetail }) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const endedAt = hasEnded(course) ? course.enrollment?.accessEndsAt : undefined
  return (
    <Notice
      tone={endedAt ? 'warning' : 'info'}
      quiet
      className="mt-4"
      link={
        endedAt === undefined ? (
          <Link className="ap-link" to={`/sp/${course.id}/`}>
            {text.seeSalesPage}
          </Link>
        ) : isForSale(course) ? (
          <RenewLink course={course} />
        ) : undefined
      }
    >
      {endedAt ? (
        <>
          <b>{text.accessEnded(dateInWords(endedAt, language))}</b> {text.accessEndedHint}
        </>
      ) : (
        text.notEnrolled
      )}
    </Notice>
  )
}

/** Returns true for enrolled people, and after their access has ended, because notes and the certificate stay. */
const hasPlace = (course: CourseDetail): boolean => course.isEnrolled || hasEnded(course)

/** Returns whether the course editor has opened this page as a preview of the learner's view. */
const useIsPreview = () => useSearchParams()[0].get('preview') === 'learner'

function PreviewNotice({ course: { id, isEnrolled } }: { course: CourseDetail }) {
  const text = useText(courseAboutMessages)
  return (
    <div className="ap-wrap mt-4">
      <Notice
        tone="info"
        quiet
        link={
          <Link className="ap-link" to={`/course/${id}/manage`}>
            {text.endPreview}
          </Link>
        }
      >
        {isEnrolled ? text.previewEnrolled : text.preview}
      </Notice>
    </div>
  )
}

/** Offers to continue learning, see the certificate or edit the course, according to the person's permissions. */
function CourseActions({ course, next }: { course: CourseDetail; next: ReturnType<typeof nextResource> }) {
  const text = useText(learningMessages)
  const { user } = useSession()
  const language = useLanguage()
  const { manage } = course.permissions
  const opening = nextOpeningOf(course.contents)
  const startsAt = course.enrollment?.startsAt
  const isDone = hasAllLessons(courseProgressOf(course.contents))
  const hasBegun = course.contents.some((content) =>
    content.resources.some((resource) => resource.progress?.completed),
  )
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 empty:hidden">
      {next && isDone ? (
        <>
          <b>{text.allDone}</b>
          <LinkButton as={Link} {...playingLink(next)} variant="secondary">
            {/* The certificate may need the result of a quiz. */}
            {(next.fileType === 'quiz' ? text.nextLesson : text.extra)(next.title)}
          </LinkButton>
        </>
      ) : next ? (
        <>
          <LinkButton as={Link} {...playingLink(next)} variant="primary" size="lg" icon="play">
            {hasBegun ? text.continue : text.start}
          </LinkButton>
          <span className="min-w-0 text-sm text-secondary">{text.nextLesson(next.title)}</span>
        </>
      ) : startsAt ? (
        <b>{text.startsOn(dateInWords(startsAt, language))}</b>
      ) : opening === null ? null : (
        <p className="text-sm text-secondary">{text.moreOpens(dateInWords(opening, language))}</p>
      )}
      {user && hasPlace(course) ? (
        <>
          <CourseCertificateLink userId={user.id} courseId={course.id} isCompleted={isDone} />
          <UnseenFinish userId={user.id} courseId={course.id} />
        </>
      ) : null}
      {manage ? (
        <LinkButton as={Link} to={`/course/${course.id}/manage`} variant="quiet" icon={pencilIcon}>
          {text.manage}
        </LinkButton>
      ) : null}
    </div>
  )
}

function CourseTabs({ course, nextId }: { course: CourseDetail; nextId: number | undefined }) {
  const text = useText(learningMessages)
  const { reviews } = useText(reviewsMessages)
  const { user } = useSession()
  const { study } = course.permissions
  // The open tab is in the address: a lesson links to the discussion, and Back returns to it.
  const [address, setAddress] = useSearchParams()
  const kept = useIsPreview() ? { preview: 'learner' } : null
  const asked = tabIds.find((id) => id === address.get('tab')) ?? 'content'
  const isHidden = (asked === 'notes' && !hasPlace(course)) || (asked === 'announcements' && !study)
  const tab = isHidden ? 'content' : asked
  return (
    <Tabs<TabId>
      label={text.tabs}
      value={tab}
      onChange={(chosen) =>
        setAddress(
          { ...kept, ...(chosen !== null && chosen !== 'content' && { tab: chosen }) },
          { replace: true },
        )
      }
      tabs={[
        {
          id: 'content',
          label: text.courseContent,
          panel: <ContentPanel course={course} nextId={nextId} />,
        },
        {
          id: 'resources',
          label: text.resources,
          panel: <CourseResources contents={course.contents} canOpen={study} />,
        },
        ...learnerTabs(course, user, text),
        {
          id: 'discussion',
          label: text.discussion,
          panel: (
            <LazyPanel>
              <CourseDiscussions
                courseId={course.id}
                canStudy={study}
                canManage={course.permissions.manage}
              />
            </LazyPanel>
          ),
        },
        {
          id: 'reviews',
          label: reviews,
          panel: (
            <LazyPanel>
              <ReviewTab courseId={course.id} isPrivate={course.isPrivate} userId={user?.id ?? null} />
            </LazyPanel>
          ),
        },
      ]}
    />
  )
}

/** Announcements are for people who may study, notes for enrolled people. */
function learnerTabs(
  course: CourseDetail,
  user: { id: number } | null,
  text: Translation<typeof learningMessages>,
): TabsProps<TabId>['tabs'] {
  if (!user) return []
  const announcements = {
    id: 'announcements' as const,
    label: text.announcements,
    panel: (
      <LazyPanel>
        <LiveSessions courseId={course.id} canManage={course.permissions.manage} />
        <CourseAnnouncements courseId={course.id} canManage={course.permissions.manage} />
      </LazyPanel>
    ),
  }
  const notes = {
    id: 'notes' as const,
    label: text.myNotes,
    panel: (
      <LazyPanel>
        <MyNotes courseId={course.id} courseTitle={course.title} userId={user.id} />
      </LazyPanel>
    ),
  }
  return [...(course.permissions.study ? [announcements] : []), ...(hasPlace(course) ? [notes] : [])]
}

function LazyPanel({ children }: { children: ReactNode }) {
  const { loading } = useText(platformMessages)
  return (
    <Suspense
      fallback={
        <Loading label={loading}>
          <Skeleton shape="block" />
        </Loading>
      }
    >
      {children}
    </Suspense>
  )
}

function ContentPanel({ course, nextId }: { course: CourseDetail; nextId: number | undefined }) {
  const text = useText(learningMessages)
  return course.contents.length === 0 ? (
    <EmptyState title={text.noContent} titleAs="h2" text={text.noContentHint} />
  ) : (
    <>
      <div className="ap-panel" data-clip="">
        {course.permissions.study ? (
          <CourseSearch courseId={course.id} contents={course.contents}>
            <CourseContents contents={course.contents} canOpen nextId={nextId} />
          </CourseSearch>
        ) : (
          <CourseContents contents={course.contents} canOpen={false} nextId={nextId} />
        )}
      </div>
      {course.isEnrolled && percentOf(courseProgressOf(course.contents)) >= worthAsking ? (
        <Suspense>
          <ReviewInvitation
            courseId={course.id}
            isFinished={hasAllLessons(courseProgressOf(course.contents))}
          />
        </Suspense>
      ) : null}
    </>
  )
}
