import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { MessageState } from '@apogee/contracts/messages/message-choices.ts'
import type { Message } from '@apogee/contracts/messages/messages.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { oversightMessages } from '../../messages/oversight.en.ts'
import { useMarkMessage } from '../../api/oversight.ts'
import './oversight.css'

const tones = { unread: 'info', read: 'neutral', done: 'positive' } as const

export function MessageRow({ message }: { message: Message }) {
  const text = useText(oversightMessages)
  const language = useLanguage()
  const notify = useNotify()
  const failureText = useFailureText()
  const mark = useMarkMessage()
  const { id, topic, name, email, state, sender, looksAutomated, createdAt } = message
  const become = (next: MessageState) =>
    mark.mutate(
      { id, state: next },
      {
        onSuccess: () => next === 'done' && notify({ text: text.markedDone }),
        onError: (error) => notify({ tone: 'danger', text: failureText(error, text.markFailed) }),
      },
    )
  return (
    <li>
      <Disclosure
        title={
          <span className="oversight-line">
            <span className="oversight-badges">
              <Badge tone={tones[state]}>{text[state]}</Badge>
              <Badge>{text[topic]}</Badge>
              {looksAutomated ? <Badge tone="warning">{text.automated}</Badge> : null}
            </span>
            <b>{name}</b>
            <span>{message.text}</span>
          </span>
        }
        meta={<time dateTime={createdAt}>{timeInWords(createdAt, language)}</time>}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && state === 'unread') become('read')
        }}
      >
        <p className="ap-prose oversight-text">{message.text}</p>
        <p className="oversight-from">
          {text.from(name, email)}. {sender ? text.signedInAs(sender.email) : text.notSignedIn}
        </p>
        <div className="oversight-actions">
          <LinkButton
            size="sm"
            href={replyTo(message, text.replySubject, text.replyQuote(dayInMalaysia(createdAt)))}
          >
            {text.reply}
          </LinkButton>
          {state === 'done' ? (
            <Button size="sm" variant="quiet" busy={mark.isPending} onClick={() => become('read')}>
              {text.reopen}
            </Button>
          ) : (
            <Button size="sm" variant="quiet" busy={mark.isPending} onClick={() => become('done')}>
              {text.markDone}
            </Button>
          )}
          {state === 'read' ? (
            <Button size="sm" variant="quiet" busy={mark.isPending} onClick={() => become('unread')}>
              {text.markUnread}
            </Button>
          ) : null}
        </div>
      </Disclosure>
    </li>
  )
}

const longestQuote = 1000

/** Opens the reader's mail program with the message quoted. The sender's text cannot add a recipient. */
function replyTo({ email, text }: Message, subject: string, opening: string): string {
  const short = text.length > longestQuote ? `${text.slice(0, longestQuote)}...` : text
  const quoted = short.replaceAll(/^/gm, '> ').replaceAll('\n', '\r\n')
  const fields = { subject, body: `\r\n\r\n${opening}\r\n${quoted}` }
  const query = Object.entries(fields).map(
    ([key, value]) => `${key}=${encodeURIComponent(wellFormed(value))}`,
  )
  return `mailto:${encodeURIComponent(wellFormed(email)).replace('%40', '@')}?${query.join('&')}`
}

/** A URL must not contain lone surrogates. */
const wellFormed = (value: string): string => value.toWellFormed()
