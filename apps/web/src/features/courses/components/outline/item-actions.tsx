import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { moreIcon } from '@apogee/ui/icons/more-icons.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useState, type KeyboardEvent } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { movedItem, useCopyItem } from '../../api/outline.ts'
import { openingMessages } from '../../messages/opening.en.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { startDrag, type OutlineItem } from '../../outline-drag.ts'
import { handleHintId, useMark, useOutline } from './outline-context.tsx'
import '../authoring.css'
import '@apogee/ui/fields/checkbox.css'

const OpeningDialog = lazyOnPress(async () => (await import('./opening-dialog.tsx')).OpeningDialog)
const MoveDialog = lazyOnPress(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** Offers a module's actions besides its own buttons: move to any position, duplicate, when it opens. */
export function ModuleMenu({ module }: { module: CourseContent }) {
  const text = useText(outlineMessages)
  const notify = useNotify()
  const { courseId, modules } = useOutline()
  const openingText = useText(openingMessages)
  const [open, setOpen] = useState<'move' | 'opening' | null>(null)
  const close = () => setOpen(null)
  const copy = useCopyItem(courseId)
  const duplicate = () =>
    copy.mutate(
      { kind: 'module', id: module.id },
      { onSuccess: ({ title }) => notify({ text: text.duplicated(title) }) },
    )
  return (
    <>
      <Menu label={text.more(module.title)} trigger={<Icon name={moreIcon} />}>
        <MenuItem onClick={() => setOpen('move')}>{text.move}</MenuItem>
        <MenuItem onClick={duplicate}>{text.duplicate}</MenuItem>
        <MenuItem onClick={() => setOpen('opening')}>{openingText.open}</MenuItem>
      </Menu>
      {open === 'opening' ? <OpeningDialog module={module} modules={modules} onClose={close} /> : null}
      {open === 'move' ? (
        <MoveDialog title={text.moveTitle(module.title)} modules={[module.id]} onClose={close} />
      ) : null}
    </>
  )
}

/** Shows the handle in the row's first column, or the checkbox during a selection. */
export function ItemGrip({ item }: { item: OutlineItem }) {
  const text = useText(outlineMessages)
  const { select } = useOutline()
  const isMarked = useMark(item)
  if (isMarked === null) return <DragHandle item={item} />
  return (
    <span className="authoring-grip">
      <span className="ap-check">
        <input
          type="checkbox"
          aria-label={text.selectOne(item.title)}
          checked={isMarked}
          onChange={(event) => select(item.kind, [item.id], event.target.checked)}
        />
      </span>
    </span>
  )
}

function DragHandle({ item }: { item: OutlineItem }) {
  const text = useText(outlineMessages)
  const { drop, grabbed, onKeyDown, cancel } = useKeyboardDrag(item)
  return (
    <button
      type="button"
      className="authoring-grip"
      aria-label={text.handle(item.title)}
      aria-describedby={handleHintId}
      aria-pressed={grabbed}
      onPointerDown={(event) => {
        if (event.button === 0)
          startDrag(event.currentTarget, event.pointerId, item, (target) => drop(item, target))
      }}
      onKeyDown={onKeyDown}
      onBlur={cancel}
    >
      <span aria-hidden="true" />
    </button>
  )
}

/**
 * Moves rows by keyboard: Enter picks the row up, arrows choose its position, Enter drops it. This is one move, whatever the
 * distance.
 */
function useKeyboardDrag(item: OutlineItem) {
  const text = useText(outlineMessages)
  const { siblingsOf, modules, move, drop, announce } = useOutline()
  const [place, setPlace] = useState<number | null>(null)
  const siblings = siblingsOf(item)
  const start = siblings.findIndex(({ id }) => id === item.id)
  const cancel = () => {
    if (place === null) return
    setPlace(null)
    announce(text.cancelled(item.title))
  }
  const finish = (reached: number) => {
    setPlace(null)
    const moved = siblings[start]
    if (!moved || reached === start) return announce(text.cancelled(item.title))
    const others = siblings.filter(({ id }) => id !== item.id)
    const module = modules.find(({ resources }) => resources.some(({ id }) => id === item.id))
    move(
      {
        items: [movedItem(moved)],
        beforeId: others[reached]?.id ?? null,
        ...(item.kind === 'resource' && module && { moduleId: module.id }),
      },
      text.dropped(item.title, reached + 1, siblings.length),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      if (place !== null) return finish(place)
      setPlace(start)
      return announce(text.grabbed(item.title, start + 1, siblings.length))
    }
    if (place === null) return
    if (key === 'Escape') return cancel()
    const next = placeOfKey(key, place, siblings.length - 1)
    if (next === null) return
    event.preventDefault()
    setPlace(next)
    announce(text.position(next + 1, siblings.length))
  }
  return { drop, grabbed: place !== null, onKeyDown, cancel }
}

function placeOfKey(key: string, place: number, last: number): number | null {
  if (key === 'ArrowUp') return Math.max(0, place - 1)
  if (key === 'ArrowDown') return Math.min(last, place + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
