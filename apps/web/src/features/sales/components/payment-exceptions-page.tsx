import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { openRequestsQuery, reviewQuery, type ReviewState } from '../api/refunds.ts'
import './refunds.css'
import { RequestAnswers } from './request-answers.tsx'
import { ReviewEntry } from './payment-exception-entry.tsx'

/** Shows the seller's queue of refund requests and payment exceptions. */
export function ReviewPage({ user }: { user: CurrentUser }) {
  const text = useText(refundsMessages)
  const [state, setState] = useState<ReviewState>('open')
  return (
    <SellerPage
      user={user}
      title={text.review}
      lead={text.reviewLead}
      notForTeachers={text.reviewNotForTeachers}
    >
      <Requests />
      <Tabs
        label={text.tabs}
        value={state}
        onChange={(next) => setState(next ?? 'open')}
        tabs={[
          { id: 'open', label: text.open, panel: <Queue state="open" /> },
          { id: 'kept', label: text.kept, panel: <Queue state="kept" /> },
          { id: 'closed', label: text.closed, panel: <Queue state="closed" /> },
        ]}
      />
    </SellerPage>
  )
}

/** Renders nothing without requests or before loading; the queue below shows its own state. */
function Requests() {
  const text = useText(refundsMessages)
  const list = useInfiniteQuery(openRequestsQuery(useViewer()))
  const requests = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.isError && !list.data) {
    return <LoadFailure title={text.refundsFailed} error={list.error} onRetry={() => void list.refetch()} />
  }
  if (requests.length === 0) return null
  return (
    <Panel id="requests-heading" title={text.requests}>
      <ul className="refunds-list">
        {requests.map((request) => (
          <RequestAnswers key={request.id} request={request} linked />
        ))}
      </ul>
      {list.hasNextPage ? <ListEnd list={list} status="" label={text.loadMore} /> : null}
    </Panel>
  )
}

function Queue({ state }: { state: ReviewState }) {
  const text = useText(refundsMessages)
  const common = useText(platformMessages)
  const viewer = useViewer()
  const list = useInfiniteQuery(reviewQuery(viewer, state))
  const requests = useInfiniteQuery(openRequestsQuery(viewer))
  const items = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  if (list.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows />
      </Loading>
    )
  }
  if (!list.data) {
    return <LoadFailure title={text.reviewFailed} error={list.error} onRetry={() => void list.refetch()} />
  }
  if (items.length === 0) {
    return state === 'open' ? (
      <EmptyState
        title={requests.data?.pages[0]?.data.length ? text.noMoneyWaits : text.nothingWaits}
        text={text.nothingWaitsHint}
      />
    ) : (
      <EmptyState title={text.nothingHere} />
    )
  }
  return (
    <div className="ap-panel" data-padded="">
      <ul className="refunds-list">
        {items.map((item) => (
          <ReviewEntry key={item.id} item={item} />
        ))}
      </ul>
      <ListEnd
        list={list}
        status={items.length < total ? text.shownOf(items.length, total) : text.count(total)}
        label={text.loadMore}
      />
    </div>
  )
}
