import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import { ApiTokensSection } from '#web/features/accounts/components/settings/api-tokens-section.tsx'
import { webhooksMessages } from '#web/features/webhooks/messages/webhooks.en.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { Navigate } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import '#web/features/operations/components/studio.css'
import '#web/shared/settings/settings-section.css'

const WebhooksSection = lazyWithRetry(
  async () => (await import('#web/features/webhooks/components/webhooks-section.tsx')).WebhooksSection,
)

/** Shows API tokens for people who teach or manage, and the webhooks of an admin's business. */
export function Component() {
  const text = useText(webhooksMessages)
  const { loading } = useText(platformMessages)
  const { user } = useSession()
  if (!user) return null
  // Superadmins get no API tokens, because a token would give access to every seller.
  if (user.role === 'superadmin') return <Navigate to="/forbidden" replace />
  const waiting = (
    <Loading label={loading} className="ap-panel settings-section">
      <SkeletonRows count={3} />
    </Loading>
  )
  return (
    <MoneyPage title={text.page} lead={text.pageLead}>
      <div className="studio-business-sections">
        <ApiTokensSection userId={user.id} />
        {user.role === 'admin' && user.businessId !== null ? (
          <Suspense fallback={waiting}>
            <WebhooksSection userId={user.id} />
          </Suspense>
        ) : null}
        <p className="text-sm">
          <a className="ap-link" href="/api/openapi.json">
            {text.documentation}
          </a>
        </p>
      </div>
    </MoneyPage>
  )
}
