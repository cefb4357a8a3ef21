import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { moreIcon } from '@apogee/ui/icons/more-icons.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useState, type KeyboardEvent } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { movedItem, useCopyItem } from '../../api/outline.ts'
import { openingMessages } from '../../messages/opening.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { uploadsMessages } from '../../messages/uploads.en.ts'
import { startDrag, type OutlineItem } from '../../outline-drag.ts'
import { handleHintId, useMark, useOutline } from './outline-context.tsx'
import '../authoring.css'
import '@apogee/ui/fields/checkbox.css'

const CaptionsDialog = lazyOnPress(
  async () => (await import('../materials/resource-captions-dialog.tsx')).ResourceCaptionsDialog,
)
const ReplaceFileDialog = lazyOnPress(
  async () => (await import('../materials/replace-file-dialog.tsx')).ReplaceFileDialog,
)
const PackageDialog = lazyOnPress(async () => (await import('../materials/package-dialog.tsx')).PackageDialog)
const OpeningDialog = lazyOnPress(async () => (await import('./opening-dialog.tsx')).OpeningDialog)
const MoveDialog = lazyOnPress(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** Offers a row's actions besides its own buttons: move to any position, duplicate, captions, replace the file. */
export function ItemMenu({
  kind,
  item,
}: {
  kind: OutlineItem['kind']
  item: CourseContent | CourseResource
}) {
  const text = useText(outlineMessages)
  const notify = useNotify()
  const { courseId, modules } = useOutline()
  const uploadText = useText(uploadsMessages)
  const openingText = useText(openingMessages)
  const packageText = useText(packageEditorMessages)
  const [open, setOpen] = useState<'move' | 'file' | 'captions' | 'opening' | null>(null)
  const close = () => setOpen(null)
  const module = 'resources' in item ? item : null
  const filed = 'fileType' in item && (item.filePath !== undefined || item.isPackage) ? item : null
  const copy = useCopyItem(courseId)
  const duplicate = () =>
    copy.mutate({ kind, id: item.id }, { onSuccess: ({ title }) => notify({ text: text.duplicated(title) }) })
  return (
    <>
      <Menu label={text.more(item.title)} trigger={<Icon name={moreIcon} />}>
        <MenuItem onClick={() => setOpen('move')}>{text.move}</MenuItem>
        <MenuItem onClick={duplicate}>{text.duplicate}</MenuItem>
        {module ? <MenuItem onClick={() => setOpen('opening')}>{openingText.open}</MenuItem> : null}
        {filed?.fileType === 'video' ? (
          <MenuItem onClick={() => setOpen('captions')}>{text.captions}</MenuItem>
        ) : null}
        {filed ? (
          <MenuItem onClick={() => setOpen('file')}>
            {filed.isPackage ? packageText.replace : uploadText.replace}
          </MenuItem>
        ) : null}
      </Menu>
      {module && open === 'opening' ? (
        <OpeningDialog module={module} modules={modules} onClose={close} />
      ) : null}
      {filed && open === 'captions' ? <CaptionsDialog resource={filed} onClose={close} /> : null}
      {filed && open === 'file' && !filed.isPackage ? (
        <ReplaceFileDialog resource={filed} onClose={close} />
      ) : null}
      {filed && open === 'file' && filed.isPackage ? (
        <PackageDialog courseId={courseId} target={{ replaces: filed }} onClose={close} />
      ) : null}
      {open === 'move' ? (
        <MoveDialog
          title={text.moveTitle(item.title)}
          {...(kind === 'module' ? { modules: [item.id] } : { resources: [item.id] })}
          onClose={close}
        />
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
