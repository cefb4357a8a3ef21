import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { movedItem, useMove } from '../../api/outline.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { useOutline } from './outline-context.tsx'

const atStart = 'first'

/** Chooses a position for modules, or a module and a position in it for resources. */
export function MoveDialog({
  title,
  modules: movedModules = [],
  resources: movedResources = [],
  onClose,
  onMoved,
}: {
  title: string
  modules?: readonly number[]
  resources?: readonly number[]
  onClose: () => void
  onMoved?: () => void
}) {
  const text = useText(outlineMessages)
  const { modules } = useOutline()
  const { ofResources, moduleId, setModuleId, others, chosen, setAfter, dialog, submit } = useMoveForm({
    movedModules,
    movedResources,
    onClose,
    onMoved,
  })
  return (
    <FormDialog
      {...dialog}
      title={title}
      width="sm"
      action={text.moveIt}
      busyLabel={text.moving}
      onSubmit={submit}
    >
      {ofResources ? (
        <Select
          label={text.toModule}
          value={String(moduleId)}
          onChange={(event) => setModuleId(Number(event.target.value))}
          options={modules.map(({ id, title: name }, place) => ({
            value: String(id),
            label: `${place + 1}. ${name}`,
          }))}
        />
      ) : null}
      <Select
        label={text.toPlace}
        value={chosen}
        onChange={(event) => setAfter(event.target.value)}
        options={[
          { value: atStart, label: text.first },
          ...others.map(({ id, title: name }, place) => ({
            value: String(id),
            label: text.after(place + 1, name),
          })),
        ]}
      />
    </FormDialog>
  )
}

interface MoveDialogForm {
  movedModules: readonly number[]
  movedResources: readonly number[]
  onClose: () => void
  onMoved: (() => void) | undefined
}

/** Holds the chosen module and position, and submits them. */
function useMoveForm({ movedModules, movedResources, onClose, onMoved }: MoveDialogForm) {
  const text = useText(outlineMessages)
  const { courseId, modules } = useOutline()
  const ofResources = movedResources.length > 0
  const moved = new Set(ofResources ? movedResources : movedModules)
  const items = (ofResources ? modules.flatMap(({ resources }) => resources) : modules).filter(({ id }) =>
    moved.has(id),
  )
  const [moduleId, chooseModule] = useState(
    () => modules.find(({ resources }) => resources.some(({ id }) => moved.has(id)))?.id ?? modules[0]?.id,
  )
  const siblings = ofResources ? (modules.find(({ id }) => id === moduleId)?.resources ?? []) : modules
  const others = siblings.filter(({ id }) => !moved.has(id))
  const last = others.at(-1)
  const [after, setAfter] = useState<string | null>(null)
  const chosen = after ?? (last ? String(last.id) : atStart)
  const { send, dialog } = useDialogSave({
    save: useMove(courseId),
    failed: text.saveFailed,
    ...(onMoved && { onSaved: onMoved }),
    onClose,
  })
  const submit = () => {
    const place = others.findIndex(({ id }) => String(id) === chosen)
    const beforeId = (place < 0 ? others[0] : others[place + 1])?.id ?? null
    void send({
      items: items.map(movedItem),
      beforeId,
      ...(ofResources && moduleId !== undefined && { moduleId }),
    })
  }
  const setModuleId = (next: number) => {
    chooseModule(next)
    setAfter(null)
  }
  return { ofResources, moduleId, setModuleId, others, chosen, setAfter, dialog, submit }
}
