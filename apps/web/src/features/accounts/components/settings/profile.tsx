import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { settingsIcon } from '@apogee/ui/icons/more-icons.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { averagePercent, percentOf } from '@apogee/contracts/courses/course-progress.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { lessonsOf, unfinishedFirst } from '#web/shared/course/enrolled-courses.ts'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { settingsMessages } from '../../messages/settings.en.ts'
import { myCoursesQuery } from '../../api/settings.ts'
import './settings.css'
import '@apogee/ui/figures/kpis.css'
import '@apogee/ui/figures/rows.css'

const roleText: Partial<Record<string, 'roleInstructor' | 'roleAdmin' | 'roleSuperadmin'>> = {
  instructor: 'roleInstructor',
  admin: 'roleAdmin',
  superadmin: 'roleSuperadmin',
}

/** Implements docs/specification.md#profile. `figures`, `aside` and `children` are parts of other features. */
export function Profile({
  user,
  figures,
  aside,
  children,
}: {
  user: CurrentUser
  figures: ReactNode
  aside: ReactNode
  children: ReactNode
}) {
  const text = useText(settingsMessages)
  const language = useLanguage()
  const courses = useQuery(myCoursesQuery(user.id))
  const name = user.name ?? text.unnamed
  return (
    <div className="ap-wrap profile">
      <Head title={text.profile} />
      <header className="profile-head">
        <Avatar name={user.name} image={user.metadata.avatar} size="lg" />
        <div>
          <h1 className="ap-h2">{name}</h1>
          <p className="profile-facts">
            <Badge>{text[roleText[user.role] ?? 'roleStudent']}</Badge>
            <span>{user.email}</span>
            <span>{text.joined(dateInWords(user.createdAt, language))}</span>
          </p>
        </div>
        <LinkButton as={Link} to="/settings" icon={settingsIcon}>
          {text.settings}
        </LinkButton>
      </header>
      <dl className="ap-kpis">
        <Stat label={text.coursesEnrolled}>
          {courses.isSuccess ? courses.data.total : courses.isError ? '–' : <Skeleton width={20} />}
        </Stat>
        <Stat label={text.averageProgress}>
          {courses.isSuccess ? (
            `${averagePercent(courses.data.courses.map(lessonsOf))}%`
          ) : courses.isError ? (
            '–'
          ) : (
            <Skeleton width={20} />
          )}
        </Stat>
        {figures}
      </dl>
      <div className="profile-body">
        <section aria-labelledby="current-courses-heading">
          <h2 className="ap-h3" id="current-courses-heading">
            {text.currentCourses}
          </h2>
          <CurrentCourses user={user} />
        </section>
        <div className="profile-body">{aside}</div>
      </div>
      {children}
    </div>
  )
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="ap-panel ap-kpi">
      <dt>{label}</dt>
      <dd data-value="">{children}</dd>
    </div>
  )
}

function CurrentCourses({ user }: { user: CurrentUser }) {
  const text = useText(settingsMessages)
  const common = useText(platformMessages)
  const courses = useQuery(myCoursesQuery(user.id))
  if (courses.isPending) {
    return (
      <Loading label={common.loading} className="profile-loading">
        <SkeletonRows count={3} />
      </Loading>
    )
  }
  if (courses.isLoadingError) {
    return (
      <ErrorState
        title={text.coursesFailed}
        action={<Button onClick={() => void courses.refetch()}>{common.tryAgain}</Button>}
      />
    )
  }
  if (courses.data.courses.length === 0) {
    return (
      <EmptyState
        title={text.noCourses}
        text={text.noCoursesHint}
        action={
          <LinkButton as={Link} to="/courses" variant="primary">
            {text.browseCourses}
          </LinkButton>
        }
      />
    )
  }
  return (
    <ul className="ap-rows profile-courses">
      {unfinishedFirst(courses.data.courses).map((course) => (
        <CurrentCourse key={course.id} course={course} />
      ))}
    </ul>
  )
}

function CurrentCourse({ course }: { course: CatalogueCourse }) {
  const text = useText(settingsMessages)
  const language = useLanguage()
  const lessons = lessonsOf(course)
  const percent = percentOf(lessons)
  const progress = text.progressText(percent, lessons.completedLessons, lessons.totalLessons)
  const lastAccessed = course.enrollment?.lastAccessed
  return (
    <li>
      <Cover
        shape="thumb"
        id={course.id}
        title={course.title}
        category={course.category}
        image={course.image}
      />
      <div>
        <h3>
          <Link className="ap-row-link" to={`/course/${course.id}`}>
            {course.title}
          </Link>
        </h3>
        <LessonProgress
          lessons={lessons}
          modules={course.enrollment?.modules}
          label={text.progressOf(course.title)}
          valueText={progress}
        />
        <p className="profile-course-facts">
          <span>{progress}</span>
          <span>
            {lastAccessed ? text.lastAccessed(dateInWords(lastAccessed, language)) : text.neverAccessed}
          </span>
        </p>
      </div>
    </li>
  )
}
