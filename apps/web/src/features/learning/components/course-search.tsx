import { pressedKey } from '@apogee/ui/pressed-key.ts'
import './learning.css'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { lessonSearchLimits } from '@apogee/contracts/catalogue/lesson-search-limits.ts'
import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { courseSearchMessages } from '../messages/course-search.en.ts'

const CourseSearchResults = lazyWithRetry(
  async () => (await import('./course-search-results.tsx')).CourseSearchResults,
)

/** Searches titles, captions and texts of a course. The results replace the contents. */
export function CourseSearch({
  courseId,
  contents,
  children,
}: {
  courseId: number
  contents: readonly CourseContent[]
  children: ReactNode
}) {
  const text = useText(courseSearchMessages)
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim().length >= lessonSearchLimits.shortestQuery
  return (
    <>
      <div className="course-search">
        <SearchField
          label={text.search}
          placeholder={text.search}
          value={typed}
          maxLength={lessonSearchLimits.longestQuery}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape') setTyped('')
          }}
        />
      </div>
      {isSearching ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <CourseSearchResults courseId={courseId} contents={contents} typed={typed} />
        </Suspense>
      ) : null}
      <div hidden={isSearching}>{children}</div>
    </>
  )
}
