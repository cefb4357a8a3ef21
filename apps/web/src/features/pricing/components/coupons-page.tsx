import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { withParameter } from '#web/platform/lists/search-address.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { CouponTable } from './coupon-table.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'
import { couponsQuery, type CouponState } from '../api/pricing.ts'
import '@apogee/ui/navigation/toolbar.css'

const ArchiveDialog = lazyOnPress(async () => (await import('./archive-dialog.tsx')).ArchiveDialog)
const ChangeCouponDialog = lazyOnPress(
  async () => (await import('./change-coupon-dialog.tsx')).ChangeCouponDialog,
)
const CouponDialog = lazyOnPress(async () => (await import('./coupon-dialog.tsx')).CouponDialog)

type Open = { what: 'new' } | { what: 'change' | 'archive'; coupon: Coupon }

/** Opens the dialog of a new coupon by a press, or by an address with `new=coupon`, which the dialog's end takes back. */
function useOpenDialog(): [Open | null, (next: Open | null) => void] {
  const [search, setSearch] = useSearchParams()
  const [opened, setOpen] = useState<Open | null>(null)
  const show = (next: Open | null) => {
    setOpen(next)
    if (!next && search.has('new')) setSearch(withParameter('new', ''), { replace: true })
  }
  return [opened ?? (search.get('new') === 'coupon' ? { what: 'new' } : null), show]
}

export function CouponsPage({ user }: { user: CurrentUser }) {
  const text = useText(pricingMessages)
  const isForAll = user.role === 'superadmin'
  const { address, change } = useAddressFilter<'show' | 'sellerId'>()
  const state: CouponState = address.get('show') === 'archived' ? 'archived' : 'open'
  const given = address.get('sellerId') ?? ''
  const sellerId = isForAll && /^\d{1,15}$/.test(given) ? given : ''
  const [open, setOpen] = useOpenDialog()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {text.newCoupon}
    </Button>
  )
  return (
    <SellerPage
      user={user}
      title={text.title}
      lead={isForAll ? text.leadForAll : text.lead}
      notForTeachers={text.notForTeachers}
      actions={create}
    >
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
            onChange={({ target }) => change('show', target.value === 'archived' ? 'archived' : '')}
          />
          {isForAll ? (
            <SellerChoice state={state} value={sellerId} onChange={(value) => change('sellerId', value)} />
          ) : null}
        </div>
        <CouponRows
          state={state}
          isForAll={isForAll}
          sellerId={sellerId}
          onChange={(coupon) => setOpen({ what: 'change', coupon })}
          onArchive={(coupon) => setOpen({ what: 'archive', coupon })}
          create={create}
        />
      </section>
      <CouponDialogs user={user} open={open} onClose={() => setOpen(null)} />
    </SellerPage>
  )
}

/** Shows the open dialog, announces its result and refetches the lists. */
function CouponDialogs({
  user,
  open,
  onClose,
}: {
  user: CurrentUser
  open: Open | null
  onClose: () => void
}) {
  const text = useText(pricingMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const done = (sentence: string) => {
    onClose()
    notify({ text: sentence })
    void queries.invalidateQueries({ queryKey: ['coupons'] })
  }
  switch (open?.what) {
    case 'new':
      return <CouponDialog user={user} onClose={onClose} onCreated={({ code }) => done(text.created(code))} />
    case 'change':
      return (
        <ChangeCouponDialog
          coupon={open.coupon}
          onClose={onClose}
          onChanged={({ code }) => done(text.changed(code))}
        />
      )
    case 'archive':
      return (
        <ArchiveDialog
          coupon={open.coupon}
          onClose={onClose}
          onDone={({ code, state }) =>
            done(state === 'archived' ? text.archiveDone(code) : text.backDone(code))
          }
        />
      )
    case undefined:
      return null
  }
}

/** Filters by seller. The options come with the list of all sellers. */
function SellerChoice({
  state,
  value,
  onChange,
}: {
  state: CouponState
  value: string
  onChange: (sellerId: string) => void
}) {
  const text = useText(pricingMessages)
  const { data } = useInfiniteQuery(couponsQuery(useViewer(), state, ''))
  const sellers = data?.pages[0]?.meta.sellers ?? []
  return (
    <Select
      label={text.seller}
      labelHidden
      placeholder={text.anySeller}
      value={value}
      options={sellers.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function CouponRows({
  state,
  sellerId,
  isForAll,
  onChange,
  onArchive,
  create,
}: {
  state: CouponState
  sellerId: string
  isForAll: boolean
  onChange: (coupon: Coupon) => void
  onArchive: (coupon: Coupon) => void
  create: ReactNode
}) {
  const text = useText(pricingMessages)
  const list = useInfiniteQuery({
    ...couponsQuery(useViewer(), state, sellerId),
    placeholderData: keepPreviousData,
  })
  return (
    <ListStates
      list={list}
      skeletons={4}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        <EmptyState
          titleAs="h2"
          title={state === 'open' ? text.none : text.noneArchived}
          text={state === 'open' ? text.noneHint : text.noneArchivedHint}
          action={state === 'open' ? create : undefined}
        />
      }
      shownOf={text.shownOf}
      counted={text.count}
      more={text.loadMore}
    >
      {(coupons) => (
        <CouponTable coupons={coupons} isForAll={isForAll} onChange={onChange} onArchive={onArchive} />
      )}
    </ListStates>
  )
}
