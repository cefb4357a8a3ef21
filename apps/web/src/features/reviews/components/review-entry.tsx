import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Stars } from '@apogee/ui/figures/rating.tsx'
import type { ReactNode } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { reviewsMessages } from '../messages/reviews.en.ts'
import './reviews.css'

/** Shows one review with the seller's reply. `tools` are the reader's actions. */
export function ReviewEntry({ review, tools }: { review: Review; tools?: ReactNode }) {
  const text = useText(reviewsMessages)
  const { author, rating, createdAt, editedAt, reply, isMine } = review
  return (
    <article className="review">
      <Avatar name={author.name} image={author.avatar} />
      <div>
        <p className="review-head">
          {author.name ?? text.learner}
          {isMine ? <Badge tone="info">{text.yours}</Badge> : null}
        </p>
        <div className="review-facts">
          <Stars value={rating} label={text.outOfFive(rating)} />
          <Day at={createdAt} />
          {editedAt ? <span>{text.changed}</span> : null}
          {tools}
        </div>
        {review.text ? <p className="review-text">{review.text}</p> : null}
        {reply ? (
          <div className="review-reply">
            <p>
              <b>{text.replyOf(reply.sellerName ?? text.seller)}</b> · <Day at={reply.createdAt} />
            </p>
            <p className="review-text">{reply.text}</p>
          </div>
        ) : null}
      </div>
    </article>
  )
}

function Day({ at }: { at: string }) {
  return <time dateTime={at}>{dateInWords(at, useLanguage())}</time>
}
