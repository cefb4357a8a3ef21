import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { LiveRegion } from '@apogee/ui/live-region.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useText } from '#web/platform/messages.ts'
import { movedItem, useMove, useRemoveItems, type MoveForm, type NamedItems } from '../api/outline.ts'
import { outlineMessages } from '../messages/outline.en.ts'
import type { DropTarget, OutlineItem } from '../outline-drag.ts'
import { UndoRemoval } from './undo-removal.tsx'

export interface Selection {
  modules: ReadonlySet<number>
  resources: ReadonlySet<number>
}
const nothing: Selection = { modules: new Set(), resources: new Set() }

export interface Outline {
  courseId: number
  modules: readonly CourseContent[]
  /** Siblings of an item, in order. */
  siblingsOf: (item: OutlineItem) => readonly (CourseContent | CourseResource)[]
  move: (form: MoveForm, announcement: string) => void
  drop: (item: OutlineItem, target: DropTarget) => void
  /** Removes items, with a notice that can undo it. */
  remove: (items: NamedItems, title: string | null) => Promise<boolean>
  announce: (text: string) => void
  isSelecting: boolean
  setSelecting: (isSelecting: boolean) => void
  selection: Selection
  select: (kind: OutlineItem['kind'], ids: readonly number[], isSelected: boolean) => void
}

const OutlineContext = createContext<Outline | null>(null)

export function useOutline(): Outline {
  const outline = use(OutlineContext)
  if (!outline) throw new Error('useOutline needs an OutlineProvider above it')
  return outline
}

/** Of the sentence that describes all handles. */
export const handleHintId = 'outline-handle-hint'

/** The notice stays longer than others; the server restores for longer still (docs/decisions/removals.md). */
const undoMs = 10_000

/** What the rows of both lists share: moving, removing, selecting, and announcements. */
export function OutlineProvider({
  courseId,
  modules,
  children,
}: {
  courseId: number
  modules: readonly CourseContent[]
  children: ReactNode
}) {
  const text = useText(outlineMessages)
  const [announcement, announce] = useState('')
  const marks = useSelection()
  const moving = useMoving(courseId, modules, announce)
  const remove = useRemoving(courseId)
  const outline = useMemo(
    () => ({ courseId, modules, announce, remove, ...marks, ...moving }),
    [courseId, modules, remove, marks, moving],
  )
  return (
    <OutlineContext value={outline}>
      {children}
      <span className="vh" id={handleHintId}>
        {text.handleHint}
      </span>
      <LiveRegion>{announcement}</LiveRegion>
    </OutlineContext>
  )
}

function useMoving(courseId: number, modules: readonly CourseContent[], announce: (text: string) => void) {
  const text = useText(outlineMessages)
  const { mutate } = useMove(courseId, text.saveFailed)
  return useMemo(() => {
    const siblingsOf: Outline['siblingsOf'] = ({ kind, id }) =>
      kind === 'module'
        ? modules
        : (modules.find(({ resources }) => resources.some((one) => one.id === id))?.resources ?? [])
    const move = (form: MoveForm, words: string) => mutate(form, { onSuccess: () => announce(words) })
    const drop: Outline['drop'] = (item, target) => {
      const moved = siblingsOf(item).find(({ id }) => id === item.id)
      if (!moved) return
      const items = [movedItem(moved)]
      if (target.edge === 'into') {
        const module = modules.find(({ id }) => id === target.id)
        if (module)
          move({ items, moduleId: module.id, beforeId: null }, text.movedTo(item.title, module.title))
        return
      }
      const siblings = siblingsOf({ ...target, title: '' })
      const place = siblings.findIndex(({ id }) => id === target.id)
      const beforeId = (target.edge === 'before' ? siblings[place] : siblings[place + 1])?.id ?? null
      const others = siblings.filter(({ id }) => id !== item.id)
      const reached = beforeId === null ? others.length : others.findIndex(({ id }) => id === beforeId)
      if (beforeId === item.id) return
      const module = modules.find(({ resources }) => resources.some(({ id }) => id === target.id))
      move(
        { items, beforeId, ...(item.kind === 'resource' && module && { moduleId: module.id }) },
        text.dropped(item.title, reached + 1, others.length + 1),
      )
    }
    return { siblingsOf, move, drop }
  }, [modules, mutate, announce, text])
}

function useRemoving(courseId: number): Outline['remove'] {
  const text = useText(outlineMessages)
  const notify = useNotify()
  const { mutateAsync } = useRemoveItems(courseId)
  return useCallback(
    async (items, title) => {
      try {
        await mutateAsync(items)
      } catch {
        // The mutation has shown the reason.
        return false
      }
      const count = items.modules.length + items.resources.length
      notify({
        tone: 'info',
        text: title === null ? text.removedSeveral(count) : text.removed(title),
        link: <UndoRemoval {...{ courseId, items }} />,
        timeout: undoMs,
      })
      return true
    },
    [courseId, mutateAsync, notify, text],
  )
}

function useSelection() {
  const [isSelecting, setIsSelecting] = useState(false)
  const [selection, setSelection] = useState(nothing)
  const setSelecting = useCallback((next: boolean) => {
    setIsSelecting(next)
    setSelection(nothing)
  }, [])
  const select = useCallback((kind: OutlineItem['kind'], ids: readonly number[], isSelected: boolean) => {
    const field = kind === 'module' ? 'modules' : 'resources'
    setSelection((present) => {
      const marked = new Set(present[field])
      for (const id of ids) {
        if (isSelected) marked.add(id)
        else marked.delete(id)
      }
      return { ...present, [field]: marked }
    })
  }, [])
  return useMemo(
    () => ({ isSelecting, selection, setSelecting, select }),
    [isSelecting, selection, setSelecting, select],
  )
}
