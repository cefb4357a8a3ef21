import { joinSmallTexts } from '@apogee/contracts/courses/markdown/small-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { placeIds, type Place } from '../place.ts'
import { lateDiscussion, lateReply, type NewDiscussion, type Reply } from '../late-posts.ts'
import { communityMessages } from '../messages/community.en.ts'
import { postPicturesMessages } from '../messages/post-pictures.en.ts'
import { SmallText } from '#web/shared/text/small-text/small-text.tsx'
import './community.css'
import '@apogee/ui/figures/rows.css'

const isIn = (discussion: NewDiscussion, place: Place): boolean =>
  placeIds.every((name) => place[name] === undefined || discussion[name] === place[name])

/** Lists this person's discussions that wait for the connection, in this place or everywhere. */
export function UnsentDiscussions({ place }: { place: Place }) {
  const text = useText(communityMessages)
  const waiting = useOutbox().flatMap(({ kind, key, payload, state }) =>
    kind === lateDiscussion.name &&
    state === 'waits' &&
    lateDiscussion.isPayload(payload) &&
    isIn(payload, place)
      ? [{ key, title: payload.title }]
      : [],
  )
  if (waiting.length === 0) return null
  return (
    <ul className="ap-panel ap-rows mb-4" data-inset="" aria-label={text.unsentDiscussions}>
      {waiting.map(({ key, title }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-3">
          <b className="min-w-0 font-semibold">{title}</b>
          <SavedHere />
        </li>
      ))}
    </ul>
  )
}

/** Lists this person's replies that wait for the connection, the oldest first. */
export function UnsentReplies({
  discussionId,
  userId,
  onEdit,
}: {
  discussionId: number
  userId: number
  /**
   * Runs when the reply no longer waits. `before` returns the reply's text followed by another text, and preserves the format of
   * both.
   */
  onEdit: (reply: Reply, before: (typed: string) => string) => void
}) {
  const text = useText(communityMessages)
  const { count } = useText(postPicturesMessages)
  const waiting = useOutbox()
    .flatMap(({ kind, key, payload, state, madeAt }) =>
      kind === lateReply.name &&
      state === 'waits' &&
      lateReply.isPayload(payload) &&
      payload.discussionId === discussionId
        ? [{ key, payload, madeAt }]
        : [],
    )
    .toSorted((one, other) => one.madeAt - other.madeAt)
  return waiting.map(({ key, payload }) => (
    <article key={key} className="community-post" aria-label={text.unsentReply}>
      <div className="grid min-w-0 gap-2">
        <SmallText kind="discussion" text={payload.body} />
        {payload.pictures ? <p className="text-sm text-secondary">{count(payload.pictures.length)}</p> : null}
        <p className="flex flex-wrap items-center gap-3">
          <SavedHere />
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              outboxOf(userId).drop(lateReply, key)
              onEdit(payload, (typed) => joinSmallTexts(payload.body, typed, 'discussion'))
            }}
          >
            {text.editUnsent}
          </Button>
        </p>
      </div>
    </article>
  ))
}
