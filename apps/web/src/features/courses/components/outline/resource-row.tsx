import { languageNames } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { IconButton } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { clockLength } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { AutosaveSwitch, wasTaken } from '#web/platform/drafts/autosave-switch.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { ItemGrip } from './item-actions.tsx'
import { PackageMissingNote } from '../materials/package-missing-note.tsx'
import { StreamState } from '../materials/stream-state.tsx'
import { useOutline } from './outline-context.tsx'
import { ResourceMenu } from './late-resource-menu.tsx'
import { kindIcon, kindOf, kindText, wayTo } from './resource-kinds.ts'
import { TitleEdit } from './title-edit.tsx'
import { movedItem } from '../../api/outline.ts'
import { useContentWrite, type ResourceChanges } from '../../api/authoring.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { rowMark } from '../../outline-drag.ts'
import '../authoring.css'

/**
 * Shows one item in one line. Three of its parts are Tab stops: the grip, the way to the item and the menu, which repeats what the
 * other buttons do. F2 renames the item, and Alt with an arrow moves it.
 */
export function ResourceRow({
  resource,
  hasScratchpad,
  isInDraft,
  index,
  siblings,
  onDelete,
}: {
  resource: CourseResource
  /** True means that learners do not see the module, and so not its items either. */
  isInDraft: boolean
  /** `hasScratchpad` is a setting of the whole course. */
  hasScratchpad: boolean
  index: number
  siblings: readonly CourseResource[]
  onDelete: () => void
}) {
  const text = useText(authoringMessages)
  const change = useContentWrite(
    resource.courseId,
    (changes: ResourceChanges) => call('updateResource', { params: { id: resource.id }, body: changes }),
    text.saveFailed,
  )
  const [isRenaming, setRenaming] = useState(false)
  const { title } = resource
  const { row, move } = useSteps(resource, index, siblings)
  const rename = () => setRenaming(true)
  const steps = {
    moveUp: index > 0 ? () => move(-1) : null,
    moveDown: index < siblings.length - 1 ? () => move(1) : null,
  }
  return (
    <li
      ref={row}
      {...rowMark({ kind: 'resource', id: resource.id })}
      onKeyDown={(event) => {
        if (!isRenaming && takesKey(event, { rename, ...steps })) event.preventDefault()
      }}
    >
      <ItemGrip item={{ kind: 'resource', id: resource.id, title }} />
      <Icon name={kindIcon(resource)} />
      {isRenaming ? (
        <TitleEdit
          kind="resource"
          item={resource}
          onClosed={() => {
            setRenaming(false)
            row.current?.querySelector('button')?.focus()
          }}
        />
      ) : (
        <span className="authoring-resource-title" title={title} onDoubleClick={rename}>
          {title}
        </span>
      )}
      <Facts resource={resource} isInDraft={isInDraft} />
      <AutosaveSwitch
        className="authoring-state"
        label={text.publish(title)}
        checked={resource.isPublished}
        save={(isPublished) => wasTaken(change.mutateAsync({ isPublished }))}
        tabIndex={-1}
      >
        {(isOn) => <span>{isOn ? text.published : text.draft}</span>}
      </AutosaveSwitch>
      <ResourceLink resource={resource} />
      <ResourceMenu
        resource={resource}
        hasScratchpad={hasScratchpad}
        actions={{ rename, save: (changes) => change.mutate(changes), ...steps, remove: onDelete }}
      />
      <IconButton icon="trash" size="sm" label={text.delete(title)} tabIndex={-1} onClick={onDelete} />
      {resource.preparation ? <StreamState resource={resource} /> : null}
      {resource.isPackage ? <PackageMissingNote resource={resource} /> : null}
    </li>
  )
}

interface RowKeys {
  rename: () => void
  moveUp: (() => void) | null
  moveDown: (() => void) | null
}

function takesKey(event: KeyboardEvent, { rename, moveUp, moveDown }: RowKeys): boolean {
  const key = pressedKey(event)
  if (key === 'F2') rename()
  else if (event.altKey && key === 'ArrowUp') moveUp?.()
  else if (event.altKey && key === 'ArrowDown') moveDown?.()
  else return false
  return true
}

/** Moves the item by one place. The focus stays in the row, which loses it when its element is moved in the page. */
function useSteps(resource: CourseResource, index: number, siblings: readonly CourseResource[]) {
  const text = useText(outlineMessages)
  const outline = useOutline()
  const row = useRef<HTMLLIElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus()
    focused.current = null
  }, [index])
  const move = (by: 1 | -1) => {
    const { activeElement } = document
    focused.current =
      activeElement instanceof HTMLElement && row.current?.contains(activeElement) ? activeElement : null
    const others = siblings.filter(({ id }) => id !== resource.id)
    outline.move(
      {
        items: [movedItem(resource)],
        moduleId: resource.courseContentId,
        beforeId: others[index + by]?.id ?? null,
      },
      text.dropped(resource.title, index + by + 1, siblings.length),
    )
  }
  return { row, move }
}

function Facts({
  resource,
  resource: { seconds, pages, words, captions, isPackage, isPublished, isPreview },
  isInDraft,
}: {
  resource: CourseResource
  isInDraft: boolean
}) {
  const text = useText(authoringMessages)
  const packageText = useText(packageEditorMessages)
  const facts = [
    isPackage ? packageText.type : text[kindText[kindOf(resource)]],
    seconds === null ? null : clockLength(seconds),
    pages === null ? null : text.pages(pages),
    words === undefined ? null : text.words(words),
    captions?.length
      ? text.captionsIn(captions.map(({ language }) => languageNames[language]).join(', '))
      : null,
    isPreview ? text.freePreview : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
  return (
    <>
      <span className="authoring-resource-facts" title={facts}>
        {facts}
      </span>
      {isPublished && isInDraft ? <Badge tone="warning">{text.hiddenByModule}</Badge> : null}
    </>
  )
}

function ResourceLink({ resource }: { resource: CourseResource }) {
  const text = useText(authoringMessages)
  const describedBy = useId()
  const way = wayTo(resource, text, useText(packageEditorMessages))
  if (!way) return null
  const common = { className: 'ap-link', 'data-standalone': '', 'aria-describedby': describedBy }
  return (
    <span className="authoring-resource-way">
      {way.isHere ? (
        <Link {...common} to={way.address}>
          {way.label}
        </Link>
      ) : (
        <a {...common} href={way.address} target="_blank" rel="noopener">
          {way.label}
          <Icon name={externalIcon} size="sm" />
        </a>
      )}
      <span className="vh" id={describedBy}>
        {resource.title} {way.isHere ? null : text.newTab}
      </span>
    </span>
  )
}
