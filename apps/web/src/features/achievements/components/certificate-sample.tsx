import { Badge } from '@apogee/ui/badge.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { certificateSampleMessages } from '../messages/certificate-sample.en.ts'
import { CertificateMiniature } from './certificate-miniature.tsx'

/** Shows the certificate of a course with a placeholder for the learner's name. */
export function CertificateSample({
  courseTitle,
  watchedPercent,
  quizPercent,
}: {
  courseTitle: string
  /** The certificate requires this watched percentage besides completed lessons. Null means no such requirement. */
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
