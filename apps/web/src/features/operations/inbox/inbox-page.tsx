import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { inboxKinds, type InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { ChoiceLinks } from '@apogee/ui/fields/chip.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useWindowWidth } from '#web/platform/page/window-width.ts'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { inboxCountsQuery, inboxQuery, useInboxRefresh } from '../api/inbox.ts'
import { inboxMessages } from '../messages/inbox.en.ts'
import { InboxList } from './inbox-list.tsx'
import { ItemActions } from './item-actions.tsx'
import { KeysHelp } from './keys-help.tsx'
import { inboxIcons, lineOf, nameOf, useAge, useKindNames } from './inbox-words.ts'
import { canBePutAway, useHiding } from './use-hiding.tsx'
import { useKeys } from '#web/platform/page/use-keys.ts'
import { itemAfter, itemBefore, useShownItem } from './use-shown-item.ts'
import '@apogee/ui/figures/rows.css'
import './inbox.css'

/** Renders the answer or decision of an item. `onDone` opens the next item. */
export type Deed = (item: InboxItem, onDone: () => void) => ReactNode

const addressOf = (kind: InboxKind | '', id?: string): string => {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(id !== undefined && { item: id }) })
  return query.size === 0 ? '/studio/inbox' : `/studio/inbox?${query}`
}

/** Shows what waits at the left, and the answer or decision at the right; on phones one after the other. */
export function InboxPage({ user, deed }: { user: CurrentUser; deed: Deed }) {
  const text = useText(inboxMessages)
  const [search] = useSearchParams()
  const kind = inboxKinds.find((one) => one === search.get('kind')) ?? ''
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys({ '?': () => setHelpOpen(true) })
  return (
    <div className="ap-wrap inbox">
      <Head title={text.title} />
      <header className="inbox-head">
        <h1 className="ap-h2">{text.title}</h1>
        <p className="text-secondary">{text.lead}</p>
        <KeysHelp open={isHelpOpen} onChange={setHelpOpen} />
      </header>
      <Kinds userId={user.id} kind={kind} />
      <Waiting key={kind} userId={user.id} kind={kind} deed={deed} />
    </div>
  )
}

/** Leads to the kinds of which something waits. */
function Kinds({ userId, kind }: { userId: number; kind: InboxKind | '' }) {
  const text = useText(inboxMessages)
  const kinds = useKindNames()
  const { data: counts = [] } = useQuery(inboxCountsQuery(userId))
  const shown = inboxKinds.filter((one) => one === kind || counts.some((counted) => counted.kind === one))
  if (shown.length === 0) return null
  const countOf = (one: InboxKind) => counts.find((counted) => counted.kind === one)?.count ?? 0
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <ChoiceLinks
      as={Link}
      look="chips"
      bleed
      label={text.kinds}
      value={kind}
      options={[
        { value: '', label: text.ofKind(text.all, figure(total)), to: addressOf('') },
        ...shown.map((one) => ({
          value: one,
          label: text.ofKind(kinds[one], figure(countOf(one))),
          to: addressOf(one),
        })),
      ]}
    />
  )
}

function Waiting({ userId, kind, deed }: { userId: number; kind: InboxKind | ''; deed: Deed }) {
  const text = useText(inboxMessages)
  const { loading } = useText(platformMessages)
  const width = useWindowWidth()
  const list = useInfiniteQuery(inboxQuery(userId, kind))
  const refresh = useInboxRefresh()
  const items = list.data?.pages.flatMap(({ data }) => data)
  const { item, isGone, isChosen, isLoaded, open } = useShownItem(items, width !== 'phone')
  const next = () => open(itemAfter(items ?? [], item?.id)?.id)
  const hiding = useHiding(next)
  const show = (one: InboxItem | undefined) => {
    if (!one) return
    open(one.id)
    document.querySelector(`#inbox-${one.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const hide = (until: 'tomorrow' | 'done') => {
    if (item && !isGone && !hiding.isPending) hiding.mutate({ item, until })
  }
  useKeys({
    j: () => show(itemAfter(items ?? [], item?.id)),
    k: () => show(itemBefore(items ?? [], item?.id)),
    t: () => hide('tomorrow'),
    e: () => item && canBePutAway(item) && hide('done'),
  })
  if (list.isPending)
    return (
      <Loading label={loading}>
        <SkeletonRows count={6} />
      </Loading>
    )
  if (!items)
    return <LoadFailure title={text.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
  const finish = () => {
    next()
    void refresh(item?.id)
  }
  if (items.length === 0 && !item) return <Nothing kind={kind} />
  return (
    <div className="inbox-pair" data-open={isChosen || undefined}>
      <div className="inbox-list">
        <InboxList
          items={items}
          shownId={item?.id}
          isChosen={isChosen}
          addressOf={(id) => addressOf(kind, id)}
        />
        {list.hasNextPage ? (
          <ListEnd list={list} status={text.shown(items.length)} label={text.loadMore} />
        ) : null}
      </div>
      {item ? (
        <Opened
          key={item.id}
          item={item}
          back={addressOf(kind)}
          isAfterOther={isLoaded}
          actions={isGone ? null : <ItemActions item={item} hiding={hiding} />}
        >
          {isGone ? (
            <Notice
              tone="info"
              link={
                <Button size="sm" onClick={next}>
                  {text.next}
                </Button>
              }
            >
              {text.gone}
            </Notice>
          ) : null}
          {deed(item, finish)}
        </Opened>
      ) : (
        <EmptyState className="inbox-none" titleAs="h2" title={text.choose} text={text.chooseHint} />
      )}
    </div>
  )
}

/** The deeds of these kinds show the whole text. */
const saysItself: ReadonlySet<InboxKind> = new Set(['refunds', 'chargebacks', 'exceptions', 'reviews'])

/** Names the item above its deed. After another item has been opened by a deed, its heading receives the focus. */
function Opened({
  item,
  back,
  isAfterOther,
  actions,
  children,
}: {
  item: InboxItem
  back: string
  /** The value is false when the page opens with this item: the focus then stays at the start of the page. */
  isAfterOther: RefObject<boolean>
  actions: ReactNode
  children: ReactNode
}) {
  const text = useText(inboxMessages)
  const age = useAge()
  const kinds = useKindNames()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focus is lost only if the pressed button has gone with the item before.
    if (isAfterOther.current && document.activeElement === document.body) heading.current?.focus()
  }, [isAfterOther])
  return (
    <section className="inbox-opened" aria-labelledby="inbox-opened">
      <Link className="ap-link inbox-back" to={back}>
        <Icon name="arrow-left" size="sm" /> {text.back}
      </Link>
      <header>
        <p className="ap-meta">
          <span>
            <Icon name={inboxIcons[item.kind]} size="sm" /> {kinds[item.kind]}
          </span>
          {item.place === null ? null : <span>{item.place}</span>}
          <span>{text.since(age(item.since))}</span>
        </p>
        <h2 className="ap-h3" id="inbox-opened" tabIndex={-1} ref={heading}>
          {nameOf(item, text, kinds)}
          {item.amount === null ? null : <span>{formatPlainRinggit(item.amount)}</span>}
        </h2>
        {actions}
        {saysItself.has(item.kind) ? null : <p className="ap-clamp">{lineOf(item, text)}</p>}
      </header>
      {children}
    </section>
  )
}

function Nothing({ kind }: { kind: InboxKind | '' }) {
  const text = useText(inboxMessages)
  return kind === '' ? (
    <EmptyState titleAs="h2" title={text.nothing} text={text.nothingHint} />
  ) : (
    <EmptyState
      titleAs="h2"
      title={text.nothingOfKind}
      text={text.nothingOfKindHint}
      action={
        <Link className="ap-link" to={addressOf('')}>
          {text.showAll}
        </Link>
      }
    />
  )
}
