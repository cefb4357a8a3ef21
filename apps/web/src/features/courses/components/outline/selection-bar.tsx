import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePublishItems } from '../../api/outline.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { useMarkedItems, useOutline } from './outline-context.tsx'
import '../authoring.css'

const MoveDialog = lazyOnPress(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** Offers actions on all selected modules and resources together. */
export function SelectionBar() {
  const text = useText(outlineMessages)
  const { courseId, setSelecting, remove } = useOutline()
  const selection = useMarkedItems()
  const [isMoving, setMoving] = useState(false)
  const publish = usePublishItems(courseId)
  const items = { modules: [...(selection?.modules ?? [])], resources: [...(selection?.resources ?? [])] }
  const count = items.modules.length + items.resources.length
  const isIdle = count === 0 || publish.isPending
  const setPublished = (isPublished: boolean) => publish.mutate({ ...items, isPublished })
  // Modules and resources have different move targets.
  const isMixed = items.modules.length > 0 && items.resources.length > 0
  return (
    <div className="authoring-selection" role="group" aria-label={text.selection}>
      <span role="status">{text.selected(count)}</span>
      <Button size="sm" disabled={isIdle} onClick={() => setPublished(true)}>
        {text.publish}
      </Button>
      <Button size="sm" disabled={isIdle} onClick={() => setPublished(false)}>
        {text.unpublish}
      </Button>
      <Button size="sm" disabled={isIdle || isMixed} onClick={() => setMoving(true)}>
        {text.move}
      </Button>
      <Button
        size="sm"
        disabled={isIdle}
        onClick={() =>
          void remove(items, null).then((isRemoved) => {
            if (isRemoved) setSelecting(false)
          })
        }
      >
        {text.delete}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setSelecting(false)}>
        {text.stopSelecting}
      </Button>
      {isMoving ? (
        <MoveDialog
          title={text.moveSeveral(count)}
          {...items}
          onClose={() => setMoving(false)}
          onMoved={() => setSelecting(false)}
        />
      ) : null}
    </div>
  )
}
