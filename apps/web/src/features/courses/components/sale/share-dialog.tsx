import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { shareMessages } from '../../messages/selling/share.en.ts'
import { CodeField } from './code-field.tsx'
import { useSalesLink } from './sales-link.tsx'
import { ShareSheet } from './share-sheet.tsx'

export type SharedCourse = Pick<CatalogueCourse, 'id' | 'title' | 'price' | 'isPrivate'>

/** Composes what a seller hands out of a course. */
export function ShareDialog({ course, onClose }: { course: SharedCourse; onClose: () => void }) {
  const text = useText(shareMessages)
  return (
    <ShareSheet
      title={text.title(course.title)}
      note={course.isPrivate ? text.isPrivate : undefined}
      address={useSalesLink(course.id)}
      fileName={`course-${course.id}`}
      wordsFor={(code) => (code ? text.wordsWithCode(course.title, code) : text.words(course.title))}
      codeField={
        isFree(course)
          ? undefined
          : (code, setCode) => <CodeField courseId={course.id} value={code} onChange={setCode} />
      }
      onClose={onClose}
    >
      <Link className="ap-link" data-standalone="" to={`/course/${course.id}/figures`}>
        {text.figures}
      </Link>
    </ShareSheet>
  )
}
