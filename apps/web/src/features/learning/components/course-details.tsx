import './learning.css'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { minutesLeft } from '@apogee/contracts/courses/course-length.ts'
import { hasAllLessons } from '@apogee/contracts/courses/course-progress.ts'
import { hoursAndMinutes } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { courseProgressOf, kindsDone, publishedResources } from '../course-progress.ts'
import { doneLine } from '../kind-names.ts'
import { learningMessages } from '../messages/learning.en.ts'

/** Counts the items of each kind, whether or not the percentage counts them, and tells how much time is left of the course. */
export function CourseDetails({ course: { contents } }: { course: CourseDetail }) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const items = publishedResources(contents)
  const minutes = hasAllLessons(courseProgressOf(contents)) ? 0 : minutesLeft(items)
  return (
    <p className="learn-kinds">
      <span>{doneLine(language, kindsDone(items))}</span>
      {minutes > 0 ? <span>{text.timeLeft(hoursAndMinutes(minutes, language))}</span> : null}
    </p>
  )
}
