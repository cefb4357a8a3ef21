import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import './learning.css'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { percentOf } from '@apogee/contracts/courses/course-progress.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { useText } from '#web/platform/language/messages.ts'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { courseProgressOf, modulesDone, stationsOf } from '../course-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'

const CourseOrbit = lazyWithRetry(async () => (await import('./course-orbit.tsx')).CourseOrbit)

/** Shows a course's title and progress. */
export function CourseHead({
  course,
  details,
  children,
}: {
  course: CourseDetail
  /** `details` appear below the bar. */
  details?: ReactNode
  children?: ReactNode
}) {
  const text = useText(learningMessages)
  const categoryName = useCategoryName()
  const progress = courseProgressOf(course.contents)
  const percent = percentOf(progress)
  const complete = text.percentComplete(percent)
  const ofLessons = text.ofLessons(progress.completedLessons, progress.totalLessons)
  return (
    <header className="learn-head">
      <div className="ap-wrap">
        <div className="learn-head-line">
          <div className="min-w-0">
            <Breadcrumb
              as={Link}
              label={text.breadcrumb}
              places={[['/courses', text.courses]]}
              current={categoryName(course.category) ?? course.title}
            />
            <h1 className="ap-h2">{course.title}</h1>
            {course.state ? (
              <Badge className="mt-2" tone={course.state === 'draft' ? 'info' : 'neutral'}>
                {course.state === 'draft' ? text.draft : text.archived}
              </Badge>
            ) : null}
          </div>
          {course.permissions.study || course.enrollment ? (
            <div className="learn-head-state">
              <div className="learn-head-orbit">
                <Suspense>
                  <CourseOrbit courseId={course.id} modules={stationsOf(course.contents)} />
                </Suspense>
              </div>
              <div className="min-w-0">
                <p className="mb-3 flex justify-between gap-4 text-sm">
                  <b className="font-semibold">{complete}</b>
                  <span className="text-secondary">{ofLessons}</span>
                </p>
                <LessonProgress
                  lessons={progress}
                  modules={modulesDone(course.contents)}
                  label={text.courseProgress}
                  valueText={`${complete} ${ofLessons}`}
                />
                {details}
              </div>
            </div>
          ) : null}
        </div>
        {children}
      </div>
    </header>
  )
}
