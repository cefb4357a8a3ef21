import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { memo, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { useText } from '#web/platform/language/messages.ts'
import { ItemGrip, ModuleMenu } from './item-actions.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { ModuleDialog } from '../lazy-dialogs.ts'
import { MoveButtons } from './move-buttons.tsx'
import { useOutline } from './outline-context.tsx'
import { outlineMessages } from '../../messages/outline.en.ts'
import { QuickAdd } from './late-quick-add.tsx'
import type { NewRow } from './quick-add.tsx'
import { useContentWrite, type ContentChanges } from '../../api/authoring.ts'
import { rowMark } from '../../outline-drag.ts'
import '../authoring.css'
import '@apogee/ui/navigation/toolbar.css'

const nextOrderAfter = (modules: readonly CourseContent[]): number =>
  modules.reduce((highest, { order }) => Math.max(highest, order), -1) + 1

function ModulesHeading({
  modules,
  heading,
}: {
  modules: readonly CourseContent[]
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const text = useText(authoringMessages)
  const items = modules.flatMap(({ resources }) => resources)
  const drafts = [...modules, ...items].filter(({ isPublished }) => !isPublished).length
  const facts = [text.outline(modules.length, items.length), ...(drafts > 0 ? [text.drafts(drafts)] : [])]
  return (
    <div>
      <h2 className="ap-h4" id="modules-heading" ref={heading} tabIndex={-1}>
        {text.modules}
      </h2>
      {modules.length > 0 ? <p className="text-xs text-secondary">{facts.join(' · ')}</p> : null}
    </div>
  )
}

/** Adds a module by its name. The first one is opened at once, so that its lessons can be typed next. */
function useAddModule(courseId: number, selected: number | null, onSelect: (moduleId: number) => void) {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = selected !== null
  })
  const { mutateAsync } = useContentWrite(courseId, (row: NewRow) =>
    call('createContent', { body: { courseId, ...row } }),
  )
  return async (row: NewRow) => {
    const { data } = await mutateAsync(row)
    if (isOpen.current) return
    isOpen.current = true
    onSelect(data.id)
  }
}

/** Moves a module; `announcement` states its new position. */
function useModuleMove(courseId: number, modules: readonly CourseContent[]) {
  const text = useText(authoringMessages)
  const [announcement, setAnnouncement] = useState('')
  const move = useContentWrite(
    courseId,
    ({ id, changes }: { id: number; changes: ContentChanges }) =>
      call('updateContent', { params: { id }, body: changes }),
    text.saveFailed,
  )
  const moveTo = (module: CourseContent, order: number) =>
    move.mutate(
      { id: module.id, changes: { order, version: module.version } },
      {
        onSuccess: () => {
          const place = modules.findIndex((other) => other.order === order) + 1
          setAnnouncement(text.moved(module.title, place, modules.length))
        },
      },
    )
  return { moveTo, announcement }
}

export function ModuleList({
  courseId,
  modules,
  selected,
  onSelect,
}: {
  courseId: number
  modules: readonly CourseContent[]
  selected: number | null
  onSelect: (moduleId: number | null) => void
}) {
  const text = useText(authoringMessages)
  const outline = useText(outlineMessages)
  const [isAdding, setIsAdding] = useState(false)
  const addModule = useAddModule(courseId, selected, onSelect)
  const { remove } = useOutline()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIsLost = useFocusWhenLost(heading)
  const { moveTo, announcement } = useModuleMove(courseId, modules)
  const actions = useLatestActions({
    select: ({ id }) => onSelect(id),
    move: moveTo,
    remove: (module) =>
      void remove({ modules: [module.id], resources: [] }, module.title).then((isRemoved) => {
        if (!isRemoved) return
        focusIsLost()
        if (module.id === selected) onSelect(null)
      }),
  })
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="modules-heading">
      <div className="ap-toolbar">
        <ModulesHeading modules={modules} heading={heading} />
        <Button
          data-end=""
          size="sm"
          icon="plus"
          variant={selected === null ? 'primary' : 'secondary'}
          onClick={() => setIsAdding(true)}
        >
          {text.addModule}
        </Button>
      </div>
      {modules.length === 0 ? (
        <EmptyState className="authoring-empty" title={text.noModules} text={text.addFirstModule} />
      ) : (
        <ol className="authoring-modules">
          {modules.map((module, index) => (
            <ModuleRow
              key={module.id}
              module={module}
              index={index}
              modules={modules}
              actions={actions}
              isSelected={module.id === selected}
            />
          ))}
        </ol>
      )}
      <QuickAdd label={outline.quickModule} hint={outline.quickModuleHint} add={addModule} />
      <LiveRegion>{announcement}</LiveRegion>
      {isAdding ? (
        <ModuleDialog
          courseId={courseId}
          module={null}
          nextOrder={nextOrderAfter(modules)}
          onClose={() => setIsAdding(false)}
          onSaved={(moduleId) => {
            setIsAdding(false)
            if (moduleId !== null) onSelect(moduleId)
          }}
        />
      ) : null}
    </section>
  )
}

interface ModuleActions {
  select: (module: CourseContent) => void
  move: (module: CourseContent, order: number) => void
  remove: (module: CourseContent) => void
}

/** Returns a stable object with the latest actions, so that rows do not render again with their list. */
function useLatestActions(actions: ModuleActions): ModuleActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      select: (module) => latest.current.select(module),
      move: (module, order) => latest.current.move(module, order),
      remove: (module) => latest.current.remove(module),
    }),
    [],
  )
}

const ModuleRow = memo(function ModuleRow({
  module,
  modules,
  index,
  isSelected,
  actions,
}: {
  module: CourseContent
  modules: readonly CourseContent[]
  index: number
  isSelected: boolean
  actions: ModuleActions
}) {
  const text = useText(authoringMessages)
  return (
    <li data-selected={isSelected || undefined} {...rowMark({ kind: 'module', id: module.id })}>
      <ItemGrip item={{ kind: 'module', id: module.id, title: module.title }} />
      <button
        type="button"
        className="authoring-module-open"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => actions.select(module)}
      >
        <span className="authoring-module-title">{module.title}</span>{' '}
        <span className="authoring-module-meta">
          {text.itemCount(module.resources.length)} {module.isPublished ? null : <Badge>{text.draft}</Badge>}
        </span>
      </button>
      <span className="authoring-module-actions">
        <MoveButtons
          title={module.title}
          index={index}
          siblings={modules}
          onMove={(order) => actions.move(module, order)}
        />
        <ModuleMenu module={module} />
        <IconButton
          icon="trash"
          size="sm"
          label={text.delete(module.title)}
          onClick={() => actions.remove(module)}
        />
      </span>
    </li>
  )
})
