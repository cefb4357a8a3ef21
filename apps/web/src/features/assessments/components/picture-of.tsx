import type { QuestionPicture as Picture } from '@apogee/contracts/assessments/assessments.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'

const QuestionPicture = lazyWithRetry(async () => (await import('./question-picture.tsx')).QuestionPicture)

/** The picture of a question that has one. Loaded by the first of them; its words stand for it until then, as without a connection. */
export function PictureOf({ question: { picture } }: { question: { picture?: Picture | undefined } }) {
  return picture ? (
    <Suspense fallback={<p className="text-secondary">{picture.alt}</p>}>
      <QuestionPicture picture={picture} />
    </Suspense>
  ) : null
}
