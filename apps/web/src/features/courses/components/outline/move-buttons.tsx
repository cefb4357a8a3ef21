import { IconButton } from '@apogee/ui/button.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { useEffect, useRef, type MouseEvent } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'

/** Moves the item at `index` of `siblings` up or down; moving swaps the order with the neighbour. */
export function MoveButtons({
  title,
  index,
  siblings,
  onMove,
}: {
  title: string
  index: number
  siblings: readonly { order: number }[]
  onMove: (order: number) => void
}) {
  const text = useText(authoringMessages)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // An element moved in the page loses the focus.
    if (document.activeElement === document.body) pressed.current?.focus()
    pressed.current = null
  }, [index])

  const to = (neighbour: { order: number } | undefined) => (event: MouseEvent<HTMLButtonElement>) => {
    if (!neighbour) return
    pressed.current = event.currentTarget
    onMove(neighbour.order)
  }
  const above = siblings[index - 1]
  const below = siblings[index + 1]
  // The buttons are not `disabled` at the ends, so that they keep the focus after moving an item to the end.
  return (
    <>
      <IconButton
        icon={chevronUpIcon}
        size="sm"
        label={text.moveUp(title)}
        aria-disabled={!above}
        onClick={to(above)}
      />
      <IconButton
        icon="chevron-down"
        size="sm"
        label={text.moveDown(title)}
        aria-disabled={!below}
        onClick={to(below)}
      />
    </>
  )
}
