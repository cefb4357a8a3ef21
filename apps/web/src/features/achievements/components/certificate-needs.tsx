import './certificate-needs.css'
import type { CertificateNeeds as Needs, MissingLesson } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { minusIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { courseCertificateQuery } from '../api/achievements.ts'
import { certificateNeedsQuery, useClaimCertificate } from '../api/certificate-needs.ts'
import { certificateNeedsMessages } from '../messages/certificate-needs.en.ts'

/** Appears while the certificate needs more than completed lessons, and the learner does not have it yet. */
export function CertificateNeeds({ userId, courseId }: { userId: number; courseId: number }) {
  const { data: certificate } = useQuery(courseCertificateQuery(userId, courseId))
  const { data: needs } = useQuery({
    ...certificateNeedsQuery(userId, courseId),
    enabled: certificate === null,
  })
  if (certificate !== null || !needs?.isOn || (!needs.videos && !needs.quizzes)) return null
  return <NeedsList needs={needs} userId={userId} courseId={courseId} />
}

type Requirement = NonNullable<Needs['videos']>

const isMet = (need: { done: number; total: number } | null): boolean =>
  need === null || need.done >= need.total

function NeedsList({ needs, userId, courseId }: { needs: Needs; userId: number; courseId: number }) {
  const text = useText(certificateNeedsMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { mutate, isPending } = useClaimCertificate(userId, courseId)
  const { lessons, videos, quizzes } = needs
  const hasAll = [lessons, videos, quizzes].every(isMet)
  const claim = () =>
    mutate(undefined, {
      onError: (error) => notify({ tone: 'danger', text: failureText(error, text.claimFailed) }),
    })
  return (
    <section className="certificate-needs" aria-labelledby="certificate-needs-title">
      <h2 id="certificate-needs-title">{text.title}</h2>
      <ul>
        <Need isDone={isMet(lessons)} label={text.lessons} count={text.of(lessons.done, lessons.total)} />
        {videos ? <ItemsNeed need={videos} label={text.videos(videos.percent)} /> : null}
        {quizzes ? <ItemsNeed need={quizzes} label={text.quizzes(quizzes.percent)} /> : null}
      </ul>
      {hasAll ? (
        <Button size="sm" icon="certificate" busy={isPending} busyLabel={text.claiming} onClick={claim}>
          {text.claim}
        </Button>
      ) : null}
    </section>
  )
}

function ItemsNeed({ need, label }: { need: Requirement; label: string }) {
  const text = useText(certificateNeedsMessages)
  const { done, total, missing } = need
  return (
    <Need isDone={isMet(need)} label={label} count={text.of(done, total)}>
      {missing.length > 0 ? (
        <details>
          <summary>{text.missing(total - done)}</summary>
          <ul>
            {missing.map((lesson) => (
              <li key={lesson.resourceId}>
                <MissingLink lesson={lesson} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Need>
  )
}

function MissingLink({ lesson }: { lesson: MissingLesson }) {
  const text = useText(certificateNeedsMessages)
  return (
    <>
      <Link className="ap-link" to={`/lesson/${lesson.courseContentId}/resources/${lesson.resourceId}`}>
        {lesson.title}
      </Link>{' '}
      {text.percent(lesson.percent)}
    </>
  )
}

function Need({
  isDone,
  label,
  count,
  children,
}: {
  isDone: boolean
  label: string
  count: string
  children?: ReactNode
}) {
  const text = useText(certificateNeedsMessages)
  return (
    <li data-done={isDone || undefined}>
      <Icon name={isDone ? 'check-circle' : minusIcon} size="sm" />
      <div>
        <p>
          {label} <span className="text-tertiary">{count}</span>
          {isDone ? <span className="vh"> {text.done}</span> : null}
        </p>
        {children}
      </div>
    </li>
  )
}
