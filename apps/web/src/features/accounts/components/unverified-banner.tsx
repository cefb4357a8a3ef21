import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import './accounts.css'
import { accessMessages } from '../messages/access.en.ts'

/** Holds the ids of people who dismissed the banner. The banner appears again after a reload of the page. */
const putAway = new Set<number>()

/**
 * Appears on workspace pages until the address is verified (docs/product-choices.md#accounts); it checks again when the person
 * returns to the tab.
 */
export function UnverifiedBanner({ user }: { user: CurrentUser }) {
  const access = useText(accessMessages)
  const { dismiss } = useText(platformMessages)
  const [isPutAway, setPutAway] = useState(putAway.has(user.id))
  const notify = useNotify()
  const { retry } = useSession()
  // The person opens the mailed link in another tab or on another device, so the session is read again when this tab becomes
  // visible.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void retry()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [retry])
  const waits = useQuery({
    queryKey: ['waiting-courses', user.id],
    queryFn: ({ signal }) => call('listCourseInvitations', { query: { limit: 1 }, signal }),
  })
  const resend = useAnnouncedMutation({
    mutationFn: () => call('resendVerification'),
    onSuccess: () => {
      notify({ text: access.sentAgain(user.email) })
      // The server sends no mail to an address verified meanwhile, so the banner disappears.
      void retry()
    },
    failed: access.sendAgainFailed,
  })
  if (isPutAway) return null
  const isSeller = user.role !== 'student'
  return (
    <section className="ap-wrap accounts-banner" aria-label={access.unverifiedLabel}>
      <Notice
        tone="warning"
        quiet
        dismissLabel={dismiss}
        onDismiss={() => {
          putAway.add(user.id)
          setPutAway(true)
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        <span>
          {waits.data?.meta.waitsForProof ? access.courseWaits : access.unverified}{' '}
          <span className="accounts-banner-more">
            {access.unverifiedSent(user.email)} {isSeller ? access.unverifiedSells : null}
          </span>
        </span>
        <Button
          size="sm"
          busy={resend.isPending}
          busyLabel={access.sendingAgain}
          onClick={() => resend.mutate()}
        >
          {access.sendAgain}
        </Button>
      </Notice>
    </section>
  )
}
