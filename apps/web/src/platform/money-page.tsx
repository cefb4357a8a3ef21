import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from './client.ts'
import { Head } from './head.tsx'
import { LoadFailurePage } from './load-failure.tsx'
import { StatePage } from './state-page.tsx'
import './money-page.css'

type Above = readonly [address: string, name: string]

/** The frame of every money screen: breadcrumbs, title, actions, then content. */
export function MoneyPage({
  title,
  lead,
  above,
  badge,
  actions,
  children,
}: {
  title: string
  lead?: string | undefined
  /** The parent screens, the highest first. */
  above: readonly Above[]
  /** Beside the title: the state of the screen's object. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="ap-wrap money-page">
      <Head title={title} />
      <header className="money-page-head">
        <div>
          <Breadcrumb
            label={title}
            links={above.map(([address, name]) => (
              <Link key={address} to={address}>
                {name}
              </Link>
            ))}
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

/** Teachers of a business sell nothing of their own: the business does. */
export const teachesForBusiness = ({ role, businessId }: CurrentUser): boolean =>
  role === 'instructor' && businessId !== null

/** What they see instead of a money screen. */
export function SellerOnlyNotice({ title, text, back }: { title: string; text: string; back: Above }) {
  return <StatePage as={EmptyState} {...{ title, text, back }} />
}

/** Shown instead of the screen's object when it does not exist or could not be loaded. */
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
