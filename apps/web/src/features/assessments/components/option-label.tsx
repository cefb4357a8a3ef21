import type { AssessmentQuestion } from '@apogee/contracts/assessments/assessments.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'

const OptionPicture = lazyWithRetry(async () => (await import('./option-picture.tsx')).OptionPicture)

/** Shows an option as learners see it: its picture above its text, or alone. The alternative text replaces a missing picture. */
export function OptionLabel({
  question: { options, optionPictures },
  index,
}: {
  question: Pick<AssessmentQuestion, 'options' | 'optionPictures'>
  index: number
}) {
  const picture = optionPictures?.[index]
  const text = options[index] ?? ''
  if (!picture) return text
  return (
    <>
      <Suspense fallback={picture.alt}>
        <OptionPicture picture={picture} />
      </Suspense>
      {picture.isAlone ? null : <span>{text}</span>}
    </>
  )
}
