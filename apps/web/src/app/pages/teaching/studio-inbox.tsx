import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ReactNode } from 'react'
import { InboxPage } from '#web/features/operations/inbox/inbox-page.tsx'
import { OpenElsewhere } from '#web/features/operations/inbox/open-elsewhere.tsx'
import { useSession } from '#web/platform/session/session.tsx'

const WaitingQuestion = lazyWithRetry(
  async () =>
    (await import('#web/features/community/components/discussions/waiting-question.tsx')).WaitingQuestion,
)

const WaitingReview = lazyWithRetry(
  async () => (await import('#web/features/reviews/components/waiting-review.tsx')).WaitingReview,
)
const decisions = () => import('#web/features/sales/components/waiting-decisions.tsx')
const WaitingRefund = lazyWithRetry(async () => (await decisions()).WaitingRefund)
const WaitingException = lazyWithRetry(async () => (await decisions()).WaitingException)

function deedOf(item: InboxItem, onDone: () => void): ReactNode {
  const { kind } = item
  if (kind === 'questions') return <WaitingQuestion id={Number(item.ref)} onAnswered={onDone} />
  if (kind === 'reviews')
    return <WaitingReview id={Number(item.ref)} rating={item.rating ?? 0} body={item.title} onDone={onDone} />
  const decision = { orderId: item.orderId ?? '', id: item.ref, onDone }
  if (kind === 'refunds') return <WaitingRefund {...decision} />
  if (kind === 'chargebacks' || kind === 'exceptions') return <WaitingException {...decision} />
  return <OpenElsewhere item={{ ...item, kind }} />
}

export function Component() {
  const { user } = useSession()
  if (!user) return null
  return (
    <InboxPage
      user={user}
      deed={(item, onDone) => (
        <Suspense fallback={<Skeleton shape="block" />}>{deedOf(item, onDone)}</Suspense>
      )}
    />
  )
}
