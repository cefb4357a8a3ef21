import type { QuestionPicture as Picture } from '@apogee/contracts/assessments/assessments.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'

const QuestionPicture = lazyWithRetry(async () => (await import('./question-picture.tsx')).QuestionPicture)

/**
 * Shows the picture of a question. The component loads with the first picture; until then, as offline, the alternative text is
 * shown.
 */
export function PictureOf({ question: { picture } }: { question: { picture?: Picture | undefined } }) {
  return picture ? (
    <Suspense fallback={<p className="text-secondary">{picture.alt}</p>}>
      <QuestionPicture picture={picture} />
    </Suspense>
  ) : null
}
