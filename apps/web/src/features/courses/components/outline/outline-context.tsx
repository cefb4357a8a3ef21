import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import {
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { createStore, useStore, type Store } from '#web/platform/session/store.ts'
import { useText } from '#web/platform/language/messages.ts'
import { movedItem, useMove, useRemoveItems, type MoveForm, type NamedItems } from '../../api/outline.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import type { DropTarget, OutlineItem } from '../../outline-drag.ts'
import { UndoRemoval } from './undo-removal.tsx'

/** Holds the ids of items that are selected for bulk actions; null means that no selection is active. */
export type Selection = { modules: ReadonlySet<number>; resources: ReadonlySet<number> } | null
const nothing = { modules: new Set<number>(), resources: new Set<number>() }

export interface Outline {
  courseId: number
  modules: readonly CourseContent[]
  /** Returns the siblings of an item, in order. */
  siblingsOf: (item: OutlineItem) => readonly (CourseContent | CourseResource)[]
  move: (form: MoveForm, announcement: string) => void
  drop: (item: OutlineItem, target: DropTarget) => void
  /** Removes items and shows a notice with an undo button. */
  remove: (items: NamedItems, title: string | null) => Promise<boolean>
  announce: (text: string) => void
  /** Rows subscribe to the selection separately from the outline, so that a mark renders only the rows that it changes. */
  selection: Store<Selection>
  setSelecting: (isSelecting: boolean) => void
  select: (kind: OutlineItem['kind'], ids: readonly number[], isSelected: boolean) => void
}

const OutlineContext = createContext<Outline | null>(null)

export function useOutline(): Outline {
  const outline = use(OutlineContext)
  if (!outline) throw new Error('useOutline needs an OutlineProvider above it')
  return outline
}

/** The element with this id describes all handles. */
export const handleHintId = 'outline-handle-hint'

/**
 * The notice with Undo stays longer than other notices. The server can restore the items for even longer
 * (docs/decisions/course-editing.md).
 */
const undoMs = 10_000

/** Shares moving, removing, selecting, and announcements among the rows of both lists. */
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
        // The mutation has already announced the failure.
        return false
      }
      const count = items.modules.length + items.resources.length
      notify({
        tone: 'info',
        text: title === null ? text.removedSeveral(count) : text.removed(title),
        link: <UndoRemoval courseId={courseId} items={items} />,
        timeout: undoMs,
      })
      return true
    },
    [courseId, mutateAsync, notify, text],
  )
}

function useSelection() {
  const [selection] = useState(() => createStore<Selection>(null))
  return useMemo(
    () => ({
      selection,
      setSelecting: (next: boolean) => selection.setState(next ? nothing : null),
      select: (kind: OutlineItem['kind'], ids: readonly number[], isSelected: boolean) => {
        const field = kind === 'module' ? 'modules' : 'resources'
        const present = selection.getState() ?? nothing
        const marked = new Set(present[field])
        for (const id of ids) {
          if (isSelected) marked.add(id)
          else marked.delete(id)
        }
        selection.setState({ ...present, [field]: marked })
      },
    }),
    [selection],
  )
}

export const useMarkedItems = (): Selection => useStore(useOutline().selection)

/** Returns whether this item is marked; null means that no selection is active. */
export function useMark({ kind, id }: Pick<OutlineItem, 'kind' | 'id'>): boolean | null {
  const { subscribe, getState } = useOutline().selection
  const markNow = () => getState()?.[kind === 'module' ? 'modules' : 'resources'].has(id) ?? null
  return useSyncExternalStore(subscribe, markNow, () => null)
}

export function useIsSelecting(): boolean {
  const { subscribe, getState } = useOutline().selection
  return useSyncExternalStore(
    subscribe,
    () => getState() !== null,
    () => false,
  )
}
