import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import '../authoring.css'

export const hasSomethingToStudy = ({ contents }: CourseDetail): boolean =>
  contents.some((module) => module.isPublished && module.resources.some((resource) => resource.isPublished))

/** Lists the course's missing sales information. The list disappears when complete, and is open while the course has no lessons. */
export function ShareChecklist({ course }: { course: CourseDetail }) {
  const text = useText(authoringMessages)
  const { free } = useText(platformMessages)
  const canBeStudied = hasSomethingToStudy(course)
  const points: [isDone: boolean, point: string, hint: string][] = [
    [course.contents.length > 0, text.checkModule, text.checkModuleHint],
    [canBeStudied, text.checkLesson, text.checkLessonHint],
    [true, text.checkPrice(course.price > 0 ? formatPlainRinggit(course.price) : free), ''],
    [course.image !== '', text.checkCover, text.checkCoverHint],
    ...(course.isPrivate
      ? []
      : [
          [course.category !== null, text.checkCategory, text.checkCategoryHint] as [boolean, string, string],
        ]),
  ]
  const done = points.filter(([isDone]) => isDone).length
  if (done === points.length) return null
  return (
    <Disclosure
      className="authoring-checklist"
      title={text.beforeSharing}
      meta={text.checked(done, points.length)}
      open={!canBeStudied}
    >
      <ul>
        {points.map(([isDone, point, hint]) => (
          <li key={point} data-done={isDone || undefined}>
            {isDone ? <Icon name="check-circle" label={text.checkDone} /> : <span aria-hidden="true" />}
            <div>
              <b>{point}</b>
              {isDone ? null : <p>{hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
