import {
  messageStates,
  messageTopics,
  type MessageState,
  type MessageTopic,
} from '@apogee/contracts/messages/message-choices.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { MessageRow } from './message-row.tsx'
import { oversightMessages } from '../../messages/oversight.en.ts'
import { messagesQuery } from '../../api/oversight.ts'
import './oversight.css'
import '@apogee/ui/navigation/toolbar.css'

export function InboxTab() {
  const text = useText(oversightMessages)
  const { search, ...searching } = useListSearch()
  const [state, setState] = useState<MessageState | ''>('')
  const [topic, setTopic] = useState<MessageTopic | ''>('')
  const filter = { search, state, topic }
  const list = useInfiniteQuery(messagesQuery(filter))
  const isFiltered = filter.search !== '' || state !== '' || topic !== ''
  return (
    <section className="ap-panel" data-clip="" aria-label={text.messages}>
      <div className="ap-toolbar">
        <ListSearch label={text.searchMessages} {...searching} />
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
      <ListStates
        list={list}
        failed={text.messagesFailed}
        empty={
          <EmptyState
            title={isFiltered ? text.noMatch : text.noMessages}
            text={isFiltered ? text.noMatchHint : text.noMessagesHint}
          />
        }
        shownOf={text.shownOf}
        counted={text.messageCount}
        more={text.more}
      >
        {(messages) => (
          <ul className="oversight-messages" aria-busy={list.isPlaceholderData || undefined}>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  )
}
