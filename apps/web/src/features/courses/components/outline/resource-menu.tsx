import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { moreIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import type { ResourceChanges } from '../../api/authoring.ts'
import { useCopyItem } from '../../api/outline.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { chaptersEditorMessages } from '../../messages/chapters.en.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { practiceEditorMessages } from '../../messages/practice.en.ts'
import { streamsMessages } from '../../messages/streams.en.ts'
import { uploadsMessages } from '../../messages/uploads.en.ts'
import { usePreparation } from '../materials/stream-state.tsx'
import { RecallDialogs } from './recall-dialogs.ts'
import '../authoring.css'

const CaptionsDialog = lazyOnPress(
  async () => (await import('../materials/resource-captions-dialog.tsx')).ResourceCaptionsDialog,
)
const ChaptersDialog = lazyOnPress(async () => (await import('./chapters-dialog.tsx')).ChaptersDialog)
const MoveDialog = lazyOnPress(async () => (await import('./move-dialog.tsx')).MoveDialog)
const PackageDialog = lazyOnPress(async () => (await import('../materials/package-dialog.tsx')).PackageDialog)
const PracticeDialog = lazyOnPress(
  async () => (await import('../materials/practice-dialog.tsx')).PracticeDialog,
)
const ReplaceFileDialog = lazyOnPress(
  async () => (await import('../materials/replace-file-dialog.tsx')).ReplaceFileDialog,
)

type Open = 'move' | 'file' | 'captions' | 'chapters' | 'recall' | 'practice'

export interface ResourceActions {
  rename: () => void
  save: (changes: ResourceChanges) => void
  /** Moves the item by one place; null where it stands at that end. */
  moveUp: (() => void) | null
  moveDown: (() => void) | null
  remove: () => void
}

/** Offers everything that can be done with one item. */
export function ResourceMenu({
  resource,
  hasScratchpad,
  actions,
}: {
  resource: CourseResource
  hasScratchpad: boolean
  actions: ResourceActions
}) {
  const text = useText(outlineMessages)
  const authoring = useText(authoringMessages)
  const [open, setOpen] = useState<Open | null>(null)
  const { title, isPublished, isPreview, isPackage } = resource
  return (
    <>
      <Menu label={text.more(title)} trigger={<Icon name={moreIcon} />}>
        <ViewQuizItem resource={resource} />
        <MenuItem onClick={actions.rename}>{text.renameIt}</MenuItem>
        <MenuItem onClick={() => actions.save({ isPublished: !isPublished })}>
          {isPublished ? text.unpublish : text.publish}
        </MenuItem>
        {isPackage ? null : (
          <MenuItem onClick={() => actions.save({ isPreview: !isPreview })}>
            {isPreview ? text.endFreePreview : authoring.freePreview}
          </MenuItem>
        )}
        {actions.moveUp ? (
          <MenuItem aria-keyshortcuts="Alt+ArrowUp" onClick={actions.moveUp}>
            {text.moveUp}
          </MenuItem>
        ) : null}
        {actions.moveDown ? (
          <MenuItem aria-keyshortcuts="Alt+ArrowDown" onClick={actions.moveDown}>
            {text.moveDown}
          </MenuItem>
        ) : null}
        <MenuItem onClick={() => setOpen('move')}>{text.move}</MenuItem>
        <DuplicateItem resource={resource} />
        <MaterialItems resource={resource} onOpen={setOpen} />
        <MenuItem tone="danger" onClick={actions.remove}>
          {text.delete}
        </MenuItem>
      </Menu>
      <ItemDialogs
        resource={resource}
        hasScratchpad={hasScratchpad}
        open={open}
        onClose={() => setOpen(null)}
      />
    </>
  )
}

/** Authors can open a quiz as learners see it. */
function ViewQuizItem({ resource }: { resource: CourseResource }) {
  const text = useText(authoringMessages)
  return resource.fileType === 'quiz' ? (
    <MenuItem as={Link} to={`/lesson/${resource.courseContentId}/resources/${resource.id}`}>
      {text.viewQuiz}
    </MenuItem>
  ) : null
}

function DuplicateItem({ resource: { id, courseId } }: { resource: CourseResource }) {
  const text = useText(outlineMessages)
  const notify = useNotify()
  const copy = useCopyItem(courseId)
  return (
    <MenuItem
      onClick={() =>
        copy.mutate(
          { kind: 'resource', id },
          { onSuccess: ({ title }) => notify({ text: text.duplicated(title) }) },
        )
      }
    >
      {text.duplicate}
    </MenuItem>
  )
}

/** Lists what depends on the kind of the item. */
function MaterialItems({ resource, onOpen }: { resource: CourseResource; onOpen: (open: Open) => void }) {
  const text = useText(outlineMessages)
  const chapters = useText(chaptersEditorMessages)
  const practice = useText(practiceEditorMessages)
  const packages = useText(packageEditorMessages)
  const uploads = useText(uploadsMessages)
  const streams = useText(streamsMessages)
  const preparation = usePreparation(resource)
  const { title, fileType, filePath, isPackage, hasRecall } = resource
  const isVideo = fileType === 'video'
  return (
    <>
      {isVideo ? (
        <>
          <MenuItem aria-label={chapters.openFor(title)} onClick={() => onOpen('chapters')}>
            {chapters.open}
          </MenuItem>
          <MenuItem
            aria-label={hasRecall ? text.recallOf(title) : text.addRecallTo(title)}
            onClick={() => onOpen('recall')}
          >
            {hasRecall ? text.recall : text.addRecall}
          </MenuItem>
        </>
      ) : null}
      {preparation.isWanted ? (
        <MenuItem aria-label={streams.prepareFor(title)} onClick={preparation.request}>
          {streams.prepare}
        </MenuItem>
      ) : null}
      {fileType === 'quiz' ? null : (
        <MenuItem aria-label={practice.openFor(title)} onClick={() => onOpen('practice')}>
          {practice.open}
        </MenuItem>
      )}
      {isVideo && filePath !== undefined ? (
        <MenuItem onClick={() => onOpen('captions')}>{text.captions}</MenuItem>
      ) : null}
      {filePath !== undefined || isPackage ? (
        <MenuItem onClick={() => onOpen('file')}>{isPackage ? packages.replace : uploads.replace}</MenuItem>
      ) : null}
    </>
  )
}

function ItemDialogs({
  resource,
  hasScratchpad,
  open,
  onClose,
}: {
  resource: CourseResource
  hasScratchpad: boolean
  open: Open | null
  onClose: () => void
}) {
  const text = useText(outlineMessages)
  const queries = useQueryClient()
  const recallDialog = use(RecallDialogs)
  const { id, courseId, title, isPackage } = resource
  switch (open) {
    case 'captions':
      return <CaptionsDialog resource={resource} onClose={onClose} />
    case 'chapters':
      return <ChaptersDialog resource={resource} onClose={onClose} />
    case 'practice':
      return <PracticeDialog resource={resource} hasScratchpad={hasScratchpad} onClose={onClose} />
    case 'file':
      return isPackage ? (
        <PackageDialog courseId={courseId} target={{ replaces: resource }} onClose={onClose} />
      ) : (
        <ReplaceFileDialog resource={resource} onClose={onClose} />
      )
    case 'move':
      return <MoveDialog title={text.moveTitle(title)} resources={[id]} onClose={onClose} />
    case 'recall':
      return recallDialog({
        resourceId: id,
        title,
        onSaved: () => queries.invalidateQueries({ queryKey: ['course', courseId] }),
        onClose,
      })
    case null:
      return null
  }
}
