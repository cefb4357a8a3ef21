import type { Discussion, DiscussionPost } from '@apogee/contracts/community/community.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { useHeldBack } from '../../use-held-back.ts'
import { NewTexts } from './new-texts.tsx'
import { Reply } from '../post.tsx'

/** Returns whether a field of the thread has text or the focus. */
function isTyping(thread: Element | null): boolean {
  const fields = [
    ...(thread?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input') ?? []),
  ]
  const focused = document.activeElement
  const isFocused = focused?.matches('textarea, input, [contenteditable]') && thread?.contains(focused)
  return isFocused || fields.some(({ value }) => value !== '')
}

/** Returns whether the end of the replies is visible, so that further ones move nothing. */
function isAtEnd(end: Element | null): boolean {
  const top = end?.getBoundingClientRect().top ?? -1
  return top >= 0 && top <= window.innerHeight
}

/**
 * Returns the accepted reply that is shown at the top. When another reply is accepted, it moves to the top on a press, or
 * immediately for a person who may accept replies.
 */
function useAcceptedPlace({ acceptedPost }: Discussion, posts: readonly DiscussionPost[]) {
  const current = acceptedPost?.id ?? null
  const [shownId, setShownId] = useState(current)
  const isOwnChoice = posts.some(({ permissions }) => permissions.accept)
  const placedId = isOwnChoice ? current : shownId
  const placed = acceptedPost?.id === placedId ? acceptedPost : posts.find(({ id }) => id === placedId)
  return { placed, isMoved: current !== placedId && current !== null, showPlace: () => setShownId(current) }
}

/**
 * Lists the accepted answer, then the other replies in order of time. New replies of others do not move text that is read or typed.
 */
export function Replies({
  discussion,
  posts,
  onEarlier,
  isLoadingEarlier,
}: {
  discussion: Discussion
  /** The replies are sorted oldest first. */
  posts: readonly DiscussionPost[]
  /** Without `onEarlier`, all replies are already shown. */
  onEarlier: (() => void) | undefined
  isLoadingEarlier: boolean
}) {
  const text = useText(communityMessages)
  const section = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { shown, held, showAll } = useHeldBack(posts)
  const { placed, isMoved, showPlace } = useAcceptedPlace(discussion, posts)
  const isWaiting = held.length > 0 || isMoved
  const show = () => {
    showAll()
    showPlace()
  }
  useLayoutEffect(() => {
    if (isWaiting && isAtEnd(end.current) && !isTyping(section.current?.parentElement ?? null)) show()
  })
  const showAndGo = () => {
    const target = held[0]?.id ?? discussion.acceptedPost?.id
    flushSync(show)
    const reply = section.current?.querySelector<HTMLElement>(`[data-post="${target}"]`)
    reply?.scrollIntoView({ block: 'center' })
    reply?.focus({ preventScroll: true })
  }
  return (
    <section ref={section} aria-labelledby="replies-title">
      <h2 id="replies-title" className="ap-h3">
        {text.repliesTitle}
      </h2>
      {placed ? <Reply key={placed.id} post={placed} /> : null}
      {onEarlier ? (
        <p className="mt-4">
          <Button size="sm" busy={isLoadingEarlier} onClick={onEarlier}>
            {text.earlier}
          </Button>
        </p>
      ) : null}
      {shown.length === 0 ? <p className="mt-3 text-secondary">{text.noReplies}</p> : null}
      {shown.map((post) => (post.id === placed?.id ? null : <Reply key={post.id} post={post} />))}
      <div ref={end} />
      <NewTexts
        at="end"
        label={held.length > 0 ? text.newReplies(held.length) : isMoved ? text.showAccepted : null}
        onShow={showAndGo}
      />
    </section>
  )
}
