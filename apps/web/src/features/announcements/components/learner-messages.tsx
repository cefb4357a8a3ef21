import type { LearnerMessage } from '@apogee/contracts/announcements/learner-messages.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { PlainText } from '#web/shared/text/plain-text.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { learnerMessagesQuery, type Place } from '../api/learner-messages.ts'
import { learnerMessagesMessages } from '../messages/learner-messages.en.ts'
import './announcements.css'

const LearnerMessageDialog = lazyOnPress(
  async () => (await import('./learner-message-dialog.tsx')).LearnerMessageDialog,
)

export function WriteMessage({ place, name }: { place: Place; name: string | null }) {
  const text = useText(learnerMessagesMessages)
  const [isWriting, setIsWriting] = useState(false)
  return (
    <>
      <Button icon="message" onClick={() => setIsWriting(true)}>
        {text.write}
      </Button>
      {isWriting ? (
        <LearnerMessageDialog place={place} name={name} onClose={() => setIsWriting(false)} />
      ) : null}
    </>
  )
}

export function LearnerMessages({ place }: { place: Place }) {
  const text = useText(learnerMessagesMessages)
  const list = useInfiniteQuery(learnerMessagesQuery(place, useViewer()))
  return (
    <Panel id="messages-heading" title={text.title}>
      <ListStates
        list={list}
        skeletons={2}
        failed={text.loadFailed}
        titleAs="h3"
        empty={<p className="mt-3 text-secondary">{text.none}</p>}
        shownOf={text.shownOf}
        more={text.loadMore}
      >
        {(rows) => (
          <ol className="learner-messages">
            {rows.map((message) => (
              <li key={message.id}>
                <Message message={message} />
              </li>
            ))}
          </ol>
        )}
      </ListStates>
    </Panel>
  )
}

function Message({ message: { body, authorName, createdAt, isMailed } }: { message: LearnerMessage }) {
  const text = useText(learnerMessagesMessages)
  const language = useLanguage()
  return (
    <>
      <p className="announcement-facts">
        <time dateTime={createdAt}>{text.byline(authorName, timeInWords(createdAt, language))}</time>
        {isMailed ? <span>{text.alsoMailed}</span> : null}
      </p>
      <PlainText text={body} />
    </>
  )
}
