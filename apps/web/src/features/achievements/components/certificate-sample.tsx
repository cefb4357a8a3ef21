import { Badge } from '@apogee/ui/badge.tsx'
import { useText } from '#web/platform/messages.ts'
import { certificateSampleMessages } from '../messages/certificate-sample.en.ts'
import { CertificateMiniature } from './certificate-miniature.tsx'

/** What finishing the course brings, with a placeholder for the learner's name. */
export function CertificateSample({
  courseTitle,
  watchedPercent,
  quizPercent,
}: {
  courseTitle: string
  /** What it needs besides completed lessons; null: nothing. */
  watchedPercent: number | null
  quizPercent: number | null
}) {
  const text = useText(certificateSampleMessages)
  return (
    <figure>
      <CertificateMiniature heading={text.heading} name={text.yourName} courseTitle={courseTitle}>
        <Badge>{text.sample}</Badge>
      </CertificateMiniature>
      <figcaption className="mt-2 text-sm text-secondary">
        {text.condition(watchedPercent, quizPercent)}
      </figcaption>
    </figure>
  )
}
