import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { keptMessages } from '#web/features/learning/messages/kept.en.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { deleteKeptCourses, type KeptFacts } from '#web/shared/lesson/kept-course/kept-course.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useKeptChanged, useKeptCourses } from './keep-chosen.ts'
import '@apogee/ui/figures/rows.css'

export const inMegabytes = (bytes: number): string => figure(Math.round(bytes / 100_000) / 10)

/** Formats bytes as `1.2 MB`, in both languages; the least result is 0.1 MB. */
export const megabytes = (bytes: number): string =>
  `${figure(Math.max(1, Math.round(bytes / 100_000)) / 10)} MB`

export const removeKept = (courseId: number): Promise<void> =>
  deleteKeptCourses((facts) => facts.courseId === courseId)

/** Lists the courses that this browser stores for the account, with their sizes. It renders nothing when there are none. */
export function KeptCourses({ userId }: { userId: number }) {
  const text = useText(keptMessages)
  const { data = [] } = useKeptCourses()
  const kept = data.filter(({ facts }) => facts.user.id === userId)
  if (kept.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby="kept-title">
      <h2 id="kept-title" className="ap-h3">
        {text.title}
      </h2>
      <p className="mt-2 mb-4 text-secondary">{text.lead}</p>
      <ul className="ap-panel ap-rows" data-clip="" data-inset="">
        {kept.map(({ facts }) => (
          <KeptRow key={facts.courseId} facts={facts} />
        ))}
      </ul>
    </section>
  )
}

function KeptRow({ facts }: { facts: KeptFacts }) {
  const text = useText(keptMessages)
  const language = useLanguage()
  const changed = useKeptChanged()
  const notify = useNotify()
  const { courseId, title, bytes, checkedAt, isChosen, isDone } = facts
  const remove = async () => {
    await removeKept(courseId)
    notify({ text: text.removed(title) })
    changed()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <Link className="ap-row-link" to={`/course/${courseId}`}>
          {title}
        </Link>
        <p className="ap-meta">
          <span>{megabytes(bytes)}</span>
          <span>{text.asOf(dateInWords(new Date(checkedAt).toISOString(), language))}</span>
          {isChosen ? null : <span>{text.opened}</span>}
          {isDone ? null : <span>{text.isPartlyKept}</span>}
        </p>
      </div>
      <Button size="sm" variant="quiet" aria-label={text.removeOf(title)} onClick={() => void remove()}>
        {text.remove}
      </Button>
    </li>
  )
}
