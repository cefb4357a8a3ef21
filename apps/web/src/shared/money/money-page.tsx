import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import type { ReactNode } from 'react'
import { Link } from '../../platform/router/router.tsx'
import { ApiError } from '../../platform/transfer/client.ts'
import { Head } from '../../platform/page/head.tsx'
import { LoadFailurePage } from '../../platform/failures/load-failure.tsx'
import { useText } from '../../platform/language/messages.ts'
import { useSession } from '../../platform/session/session.tsx'
import { moneyMessages } from './money-messages.en.ts'
import { StatePage } from '../../platform/failures/state-page.tsx'
import './money-page.css'

type Above = readonly [address: string, name: string]

/** Returns the name that the navigation gives to the management pages. */
function useManagementName(): string {
  const { admin, teach } = useText(moneyMessages)
  return useSession().user?.role === 'instructor' ? teach : admin
}

/** Frames every money screen: breadcrumbs, title, actions, then content. */
export function MoneyPage({
  title,
  lead,
  parent,
  badge,
  actions,
  children,
}: {
  title: string
  lead?: string | undefined
  /** `parent` is the screen between the dashboard and this one, for the breadcrumbs. */
  parent?: Above
  /** `badge` shows the state of the screen's object, beside the title. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const admin = useManagementName()
  const text = useText(moneyMessages)
  return (
    <div className="ap-wrap money-page">
      <Head title={title} />
      <header className="money-page-head">
        <div>
          <Breadcrumb
            as={Link}
            label={text.breadcrumb}
            places={[['/admin', admin], parent ?? null]}
            current={title}
          />
          <div className="mt-1 flex flex-wrap items-center gap-3">
            <h1 className="ap-h2">{title}</h1>
            {badge}
          </div>
          {lead ? <p className="mt-1 text-secondary">{lead}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** Frames a seller's money screen. Teachers of a business see a notice instead, because the business sells. */
export function SellerPage({
  user: { role, businessId },
  notForTeachers,
  ...page
}: {
  user: CurrentUser
  title: string
  lead: string
  notForTeachers: string
  actions?: ReactNode
  children: ReactNode
}) {
  const admin = useManagementName()
  return role === 'instructor' && businessId !== null ? (
    <StatePage as={EmptyState} title={page.title} text={notForTeachers} back={['/admin', admin]} />
  ) : (
    <MoneyPage {...page} />
  )
}

/** Replaces the screen's object when it does not exist or could not be loaded. */
export function MoneyFailure({
  error,
  missing,
  failed,
  back,
  onRetry,
}: {
  error: unknown
  missing: { title: string; text: string }
  failed: string
  back: Above
  onRetry: () => void
}) {
  return error instanceof ApiError && error.status === 404 ? (
    <StatePage {...missing} back={back} />
  ) : (
    <LoadFailurePage title={failed} error={error} onRetry={onRetry} />
  )
}

/** Renders a term of a `<dl>` with its value. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
