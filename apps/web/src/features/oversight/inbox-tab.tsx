import { messageTopics, type MessageTopic } from '@apogee/contracts/messages.forms.ts'
import { messageStates, type MessageState } from '@apogee/contracts/messages.ts'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { MessageRow } from './message-row.tsx'
import { oversightMessages } from './messages.en.ts'
import { messagesQuery } from './queries.ts'
import { useRested } from './rested.ts'

/** What people wrote to the platform, newest first. */
export function InboxTab() {
  const text = useText(oversightMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<MessageState | ''>('')
  const [topic, setTopic] = useState<MessageTopic | ''>('')
  const filter = { search: useRested(search.trim()), state, topic }
  const list = useInfiniteQuery({ ...messagesQuery(filter), placeholderData: keepPreviousData })
  const messages = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  const isFiltered = filter.search !== '' || state !== '' || topic !== ''
  return (
    <section className="ap-panel" data-clip="" aria-label={text.messages}>
      <div className="ap-toolbar">
        <SearchField
          label={text.searchMessages}
          placeholder={text.searchMessages}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <SegmentedControl
          label={text.stateFilter}
          value={state}
          onChange={setState}
          options={[
            { value: '', label: text.all },
            ...messageStates.map((value) => ({ value, label: text[value] })),
          ]}
        />
        <Select
          label={text.topicFilter}
          labelHidden
          value={topic}
          onChange={(event) => setTopic(messageTopics.find((one) => one === event.target.value) ?? '')}
          placeholder={text.everyTopic}
          options={messageTopics.map((value) => ({ value, label: text[value] }))}
        />
      </div>
      {list.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows />
        </Loading>
      ) : !list.data ? (
        <LoadFailure
          className="oversight-state"
          title={text.messagesFailed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : messages.length === 0 ? (
        <EmptyState
          className="oversight-state"
          title={isFiltered ? text.noMatch : text.noMessages}
          text={isFiltered ? text.noMatchHint : text.noMessagesHint}
        />
      ) : (
        <>
          <ul className="oversight-messages" aria-busy={list.isPlaceholderData || undefined}>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
          <ListEnd
            list={list}
            status={messages.length < total ? text.shownOf(messages.length, total) : text.messageCount(total)}
            label={text.more}
          />
        </>
      )}
    </section>
  )
}
