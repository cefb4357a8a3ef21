import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { Navigate } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { SecurityLogPage } from '#web/features/security-log/components/security-log-page.tsx'

const FactorRemovalsSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/second-factor/factor-removals-section.tsx'))
      .FactorRemovalsSection,
)

const LackingFactorSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/second-factor/lacking-factor-section.tsx'))
      .LackingFactorSection,
)

export function Component() {
  const { user } = useSession()
  if (!user) return null
  const mayRead = user.role === 'superadmin' || (user.role === 'admin' && user.businessId !== null)
  return mayRead ? (
    <SecurityLogPage
      user={user}
      people={
        <Suspense>
          <LackingFactorSection />
        </Suspense>
      }
      removals={
        user.role === 'superadmin' ? (
          <Suspense>
            <FactorRemovalsSection />
          </Suspense>
        ) : null
      }
    />
  ) : (
    <Navigate to="/forbidden" replace />
  )
}
