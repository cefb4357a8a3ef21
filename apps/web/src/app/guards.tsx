/**
 * Guards the routes that need a session (docs/specification.md#4-states-and-transitions,
 * docs/product-choices.md#routes-and-guards). The server enforces access; the guards only redirect.
 */
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import type { Role } from '@apogee/contracts/limits.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { NeedsScript } from '#web/platform/page/needs-script.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { useArea } from '#web/framework/route-handle.ts'
import { Unreachable } from '#web/framework/unreachable.tsx'
import './shell/documents-place.css'

const managerRoles: readonly Role[] = ['admin', 'superadmin', 'instructor']

export const SignedInOnly = () => <Guard roles={null} />
export const ManagersOnly = () => <Guard roles={managerRoles} />

/** Must be used inside of `ManagersOnly`. */
export function SuperadminOnly() {
  const { user } = useSession()
  return user?.role === 'superadmin' ? <Outlet /> : <Navigate to="/forbidden" replace />
}

function Guard({ roles }: { roles: readonly Role[] | null }) {
  const { session } = useSession()
  const { returnTo, isRemembered } = useArea()
  // A person who logs out here does not want to return.
  const [wasIn, setWasIn] = useState(false)
  const { pathname, search } = useLocation()
  if (session.state === 'unknown') return <Waiting unreachable={session.unreachable} />
  if (session.state === 'signed-out') {
    const back = returnTo === true ? pathname + encodeURIComponent(search) : returnTo
    const state = isRemembered && !wasIn ? pathname + search : null
    return <Navigate to={back ? `/login?redirect=${back}` : '/login'} replace state={state} />
  }
  if (!wasIn) setWasIn(true)
  if (roles && !roles.includes(session.user.role)) return <Navigate to="/forbidden" replace />
  const missing = session.user.missingSecondFactor
  const duty = missing ? (
    <Suspense fallback={<div className="shell-banner-place" />}>
      <SecondFactorDuty userId={session.user.id} missing={missing} />
    </Suspense>
  ) : null
  if (missing?.isOverdue) return duty
  return (
    <>
      {roles ? duty : null}
      {session.user.emailVerified || isStudying.test(pathname) ? null : (
        <Suspense fallback={<div className="shell-banner-place" />}>
          <UnverifiedBanner user={session.user} />
        </Suspense>
      )}
      {(session.user.newDocuments ?? session.user.isDeletionCancelled) &&
      !isStudying.test(pathname) &&
      pathname !== '/checkout' ? (
        <div className="shell-documents-place" data-documents={session.user.newDocuments?.length}>
          <Suspense>
            <DocumentsNotice user={session.user} />
          </Suspense>
        </div>
      ) : null}
      {session.user.role === 'superadmin' ? (
        <Suspense>
          <MoneyBanner userId={session.user.id} />
        </Suspense>
      ) : null}
      {roles ? <InStudio user={session.user} /> : <Outlet />}
    </>
  )
}

/** Every page of managers has the frame of the studio. */
function InStudio({ user }: { user: CurrentUser }) {
  const text = useText(platformMessages)
  return (
    <Suspense
      fallback={
        <div className="ap-wrap ap-section">
          <Loading label={text.loading}>
            <Skeleton shape="title" width={40} />
            <Skeleton shape="block" />
          </Loading>
        </div>
      }
    >
      <StudioFrame user={user}>
        <Outlet />
      </StudioFrame>
    </Suspense>
  )
}

const SecondFactorDuty = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/second-factor/second-factor-duty.tsx')).SecondFactorDuty,
)

const StudioFrame = lazyWithRetry(async () => (await import('./shell/studio-frame.tsx')).StudioFrame)

/** Lessons and quizzes show no banners about an unverified address or new terms. */
const isStudying = /^\/(lesson|assessment)\//

const MoneyBanner = lazyWithRetry(async () => (await import('./shell/money/money-banner.tsx')).MoneyBanner)

const accountNotices = () => import('#web/features/accounts/components/settings/account-notices.ts')
const UnverifiedBanner = lazyWithRetry(async () => (await accountNotices()).UnverifiedBanner)
const DocumentsNotice = lazyWithRetry(async () => (await accountNotices()).DocumentsNotice)

/** Shows progress while the session is being verified, and reports a missing answer. */
function Waiting({ unreachable }: { unreachable: boolean }) {
  const text = useText(platformMessages)
  const { retry } = useSession()
  if (unreachable) return <Unreachable onRetry={() => void retry()} />
  return (
    <div className="ap-wrap ap-section">
      <Head title="Apogee" />
      <NeedsScript />
      <Loading label={text.loading}>
        <Skeleton shape="title" width={40} />
        <Skeleton shape="block" />
      </Loading>
    </div>
  )
}
