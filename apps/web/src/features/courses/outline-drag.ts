import { pressedKey } from '@apogee/ui/pressed-key.ts'

/** Drags rows by their handles, with mouse, pen and finger. The module marks the target in the page and renders nothing. */

export interface OutlineItem {
  kind: 'module' | 'resource'
  id: number
  title: string
}

export interface DropTarget {
  kind: 'module' | 'resource'
  id: number
  /** `into` means that a resource is dropped on a module. */
  edge: 'before' | 'after' | 'into'
}

/** Returns the attributes of a row that can be dragged and serve as a drop target. */
export const rowMark = ({ kind, id }: Pick<OutlineItem, 'kind' | 'id'>) => ({
  'data-outline': `${kind} ${id}`,
})

const scrollEdgePx = 72
const scrollStepPx = 14

/** Follows the pointer from its press on a handle until it is released; then calls `drop` unless no target exists. */
export function startDrag(
  handle: HTMLElement,
  pointerId: number,
  item: OutlineItem,
  drop: (target: DropTarget) => void,
): void {
  let marked: HTMLElement | null = null
  let target: DropTarget | null = null
  const mark = (row: HTMLElement | null, edge: DropTarget['edge'] | null) => {
    if (marked && marked !== row) delete marked.dataset['drop']
    marked = row
    if (row && edge) row.dataset['drop'] = edge
  }
  const own = handle.closest<HTMLElement>('[data-outline]')
  if (own) own.dataset['dragged'] = ''
  handle.setPointerCapture(pointerId)
  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (clientY < scrollEdgePx) scrollBy(0, -scrollStepPx)
    else if (clientY > innerHeight - scrollEdgePx) scrollBy(0, scrollStepPx)
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-outline]') ?? null
    target = row && row !== own ? targetOf(row, item, clientY) : null
    mark(target ? row : null, target?.edge ?? null)
  }
  const end = (event: Event) => {
    for (const name of ['pointermove', 'pointerup', 'pointercancel', 'keydown'] as const)
      handle.removeEventListener(name, listen)
    mark(null, null)
    if (own) delete own.dataset['dragged']
    if (event.type === 'pointerup' && target) drop(target)
  }
  const listen = (event: Event) => {
    if (event instanceof PointerEvent && event.type === 'pointermove') follow(event)
    else if (!(event instanceof KeyboardEvent) || pressedKey(event) === 'Escape') end(event)
  }
  for (const name of ['pointermove', 'pointerup', 'pointercancel', 'keydown'] as const)
    handle.addEventListener(name, listen)
}

function targetOf(row: HTMLElement, item: OutlineItem, clientY: number): DropTarget | null {
  const [kind, id] = (row.dataset['outline'] ?? '').split(' ')
  if (kind !== 'module' && kind !== 'resource') return null
  if (item.kind === 'module' && kind === 'resource') return null
  if (item.kind === 'resource' && kind === 'module') return { kind, id: Number(id), edge: 'into' }
  const { top, height } = row.getBoundingClientRect()
  return { kind, id: Number(id), edge: clientY < top + height / 2 ? 'before' : 'after' }
}
