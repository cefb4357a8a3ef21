import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { Coupon } from '@apogee/contracts/pricing.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Head } from '#web/platform/head.tsx'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useViewer } from '#web/platform/session.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ChangeCouponDialog } from './change-coupon-dialog.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { CouponTable } from './coupon-table.tsx'
import { pricingMessages } from './messages.en.ts'
import './pricing.css'
import { couponsQuery, type CouponState } from './queries.ts'

type Open = { what: 'new' } | { what: 'change' | 'archive'; coupon: Coupon }

/** The seller's codes: made, watched, ended. */
export function CouponsPage({ user }: { user: CurrentUser }) {
  const text = useText(pricingMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const state: CouponState = address.get('show') === 'archived' ? 'archived' : 'open'
  const [open, setOpen] = useState<Open | null>(null)
  if (user.role === 'instructor' && user.businessId !== null) return <NotForTeachers />
  const done = (sentence: string) => {
    setOpen(null)
    notify({ text: sentence })
    void queries.invalidateQueries({ queryKey: ['coupons'] })
  }
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {text.newCoupon}
    </Button>
  )
  return (
    <div className="ap-wrap pricing">
      <Head title={text.title} />
      <header>
        <div>
          <Breadcrumb
            label={text.title}
            links={[
              <Link key="admin" to="/admin">
                {text.admin}
              </Link>,
            ]}
            current={text.title}
          />
          <h1 className="ap-h2 mt-1">{text.title}</h1>
          <p className="mt-1 text-secondary">{user.role === 'superadmin' ? text.leadForAll : text.lead}</p>
        </div>
        {create}
      </header>
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <div className="ap-toolbar pricing-tools">
          <Select
            label={text.show}
            labelHidden
            value={state}
            options={[
              { value: 'open', label: text.open },
              { value: 'archived', label: text.archivedOnes },
            ]}
            onChange={({ target }) =>
              setAddress(target.value === 'archived' ? { show: 'archived' } : {}, { replace: true })
            }
          />
        </div>
        <Found
          state={state}
          isForAll={user.role === 'superadmin'}
          onChange={(coupon) => setOpen({ what: 'change', coupon })}
          onArchive={(coupon) => setOpen({ what: 'archive', coupon })}
          create={create}
        />
      </section>
      {open?.what === 'new' ? (
        <CouponDialog
          user={user}
          onClose={() => setOpen(null)}
          onCreated={({ code }) => done(text.created(code))}
        />
      ) : null}
      {open?.what === 'change' ? (
        <ChangeCouponDialog
          coupon={open.coupon}
          onClose={() => setOpen(null)}
          onChanged={({ code }) => done(text.changed(code))}
        />
      ) : null}
      {open?.what === 'archive' ? (
        <ArchiveDialog
          coupon={open.coupon}
          onClose={() => setOpen(null)}
          onDone={({ code, state: now }) =>
            done(now === 'archived' ? text.archiveDone(code) : text.backDone(code))
          }
        />
      ) : null}
    </div>
  )
}

function NotForTeachers() {
  const text = useText(pricingMessages)
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.title} />
      <EmptyState
        page
        titleAs="h1"
        title={text.title}
        text={text.notForTeachers}
        action={
          <LinkButton as={Link} to="/admin">
            {text.admin}
          </LinkButton>
        }
      />
    </div>
  )
}

function Found({
  state,
  isForAll,
  onChange,
  onArchive,
  create,
}: {
  state: CouponState
  isForAll: boolean
  onChange: (coupon: Coupon) => void
  onArchive: (coupon: Coupon) => void
  create: ReactNode
}) {
  const text = useText(pricingMessages)
  const common = useText(platformMessages)
  const coupons = useInfiniteQuery({
    ...couponsQuery(useViewer(), state),
    placeholderData: keepPreviousData,
  })
  if (coupons.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={4} />
      </Loading>
    )
  }
  if (!coupons.data) {
    return (
      <LoadFailure
        className="pricing-state"
        titleAs="h2"
        title={text.loadFailed}
        error={coupons.error}
        onRetry={() => void coupons.refetch()}
      />
    )
  }
  const shown = coupons.data.pages.flatMap((page) => page.data)
  const total = coupons.data.pages[0]?.meta.total ?? shown.length
  if (shown.length === 0) {
    return (
      <EmptyState
        className="pricing-state"
        titleAs="h2"
        title={state === 'open' ? text.none : text.noneArchived}
        text={state === 'open' ? text.noneHint : text.noneArchivedHint}
        action={state === 'open' ? create : undefined}
      />
    )
  }
  return (
    <>
      <CouponTable coupons={shown} isForAll={isForAll} onChange={onChange} onArchive={onArchive} />
      <ListEnd
        list={coupons}
        status={shown.length < total ? text.shownOf(shown.length, total) : text.count(total)}
        label={text.loadMore}
      />
    </>
  )
}
