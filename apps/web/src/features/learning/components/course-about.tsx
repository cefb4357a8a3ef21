import './learning.css'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { lengthOf, minutesByUse } from '@apogee/contracts/courses/course-length.ts'
import { runningSmallText } from '@apogee/domain/text/small-text.ts'
import { Cover } from '@apogee/ui/art/cover.tsx'
import type { ReactNode } from 'react'
import { dateInWords, hoursAndMinutes } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { courseProgressOf, publishedResources } from '../course-progress.ts'
import { courseAboutMessages } from '../messages/course-about.en.ts'
import { learningMessages } from '../messages/learning.en.ts'
import '@apogee/ui/figures/rows.css'

/** Shows description, teacher and length of the course beside the contents. `children` are the requirements of its certificate. */
export function CourseAbout({ course, children }: { course: CourseDetail; children: ReactNode }) {
  const { instructor, noInstructor } = useText(learningMessages)
  const text = useText(courseAboutMessages)
  const language = useLanguage()
  const [opening] = runningSmallText(course.description, 'description').split('\n')
  const lastAccessed = course.enrollment?.lastAccessed
  const { ofVideo, ofReading } = minutesByUse(lengthOf(publishedResources(course.contents)))
  const lengths =
    ofVideo + ofReading > 0
      ? [
          ...(ofVideo > 0 ? [text.ofVideo(hoursAndMinutes(ofVideo, language))] : []),
          ...(ofReading > 0 ? [text.ofReading(hoursAndMinutes(ofReading, language))] : []),
        ]
      : [hoursAndMinutes(course.durationMinutes, language)]
  const accessEndsAt = course.isEnrolled ? course.enrollment?.accessEndsAt : undefined
  return (
    <aside className="ap-panel learn-about" data-clip="" aria-label={text.aboutCourse}>
      <Cover
        shape="plain"
        id={course.id}
        title={course.title}
        category={course.category}
        image={course.image}
      />
      <div className="learn-about-words">
        <p className="text-sm text-secondary">{opening}</p>
        <dl className="ap-facts">
          <Fact name={instructor}>{course.instructorName ?? noInstructor}</Fact>
          <Fact name={text.lessons}>
            {course.lessonCount || courseProgressOf(course.contents).totalLessons}
          </Fact>
          {course.durationMinutes > 0 ? <Fact name={text.duration}>{lengths.join(' · ')}</Fact> : null}
          {lastAccessed ? <Fact name={text.lastVisit}>{dateInWords(lastAccessed, language)}</Fact> : null}
          {course.enrollment?.cohort ? <Fact name={text.cohort}>{course.enrollment.cohort.name}</Fact> : null}
          {accessEndsAt ? <Fact name={text.accessEnds}>{dateInWords(accessEndsAt, language)}</Fact> : null}
        </dl>
        {children}
      </div>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
