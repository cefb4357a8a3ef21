import { languageNames } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import {
  assignmentIcon,
  documentIcon,
  externalIcon,
  fileIcon,
  packageIcon,
  pdfIcon,
  quizIcon,
  readingIcon,
  videoIcon,
} from '@apogee/ui/icons/more-icons.ts'
import { useId, useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { clockLength } from '#web/platform/language/dates.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { AutosaveSwitch, wasTaken } from '#web/platform/drafts/autosave-switch.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { chaptersEditorMessages } from '../../messages/chapters.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { practiceEditorMessages } from '../../messages/practice.en.ts'
import { ItemGrip, ItemMenu } from './item-actions.tsx'
import { PackageMissingNote } from '../materials/package-missing-note.tsx'
import { PrepareButton, StreamState } from '../materials/stream-state.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { RecallButton } from './recall-button.tsx'
import { TitleEdit } from './title-edit.tsx'
import { useContentWrite, type ResourceChanges } from '../../api/authoring.ts'
import { rowMark } from '../../outline-drag.ts'
import '../authoring.css'

const ChaptersDialog = lazyOnPress(async () => (await import('./chapters-dialog.tsx')).ChaptersDialog)

const PracticeDialog = lazyOnPress(
  async () => (await import('../materials/practice-dialog.tsx')).PracticeDialog,
)

const icons: Record<FileType, IconName> = {
  video: videoIcon,
  pdf: pdfIcon,
  document: documentIcon,
  quiz: quizIcon,
  reading: readingIcon,
  assignment: assignmentIcon,
  other: fileIcon,
}

const typeText = {
  video: 'typeVideo',
  pdf: 'typePdf',
  document: 'typeDocument',
  quiz: 'typeQuiz',
  reading: 'typeReading',
  assignment: 'typeAssignment',
  other: 'typeOther',
} as const satisfies Record<FileType, keyof (typeof authoringMessages)['texts']>

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
  const { title, fileType } = resource
  const describedBy = useId()
  const facts = useFacts(resource)
  return (
    <li {...rowMark({ kind: 'resource', id: resource.id })}>
      <ItemGrip item={{ kind: 'resource', id: resource.id, title }} />
      <Icon name={resource.isPackage ? packageIcon : icons[fileType]} />
      <div className="authoring-resource-main">
        <TitleEdit kind="resource" item={resource}>
          <span className="authoring-resource-title">{title}</span>
        </TitleEdit>
        <span className="vh" id={describedBy}>
          {title} {opensHere(resource) ? null : text.newTab}
        </span>
        {resource.preparation ? <StreamState resource={resource} /> : null}
        {resource.isPackage ? <PackageMissingNote resource={resource} /> : null}
        <div className="authoring-resource-controls">
          <p className="authoring-resource-meta">
            {facts.join(' · ')}{' '}
            {resource.isPublished ? (
              isInDraft ? (
                <Badge tone="warning">{text.hiddenByModule}</Badge>
              ) : null
            ) : (
              <Badge>{text.draft}</Badge>
            )}
          </p>
          <OpenResource resource={resource} describedBy={describedBy} />
          <VisibilitySwitches resource={resource} save={(changes) => wasTaken(change.mutateAsync(changes))} />
          {fileType === 'quiz' ? <EditQuizLink resource={resource} describedBy={describedBy} /> : null}
          {fileType === 'video' ? <ChaptersButton resource={resource} /> : null}
          {fileType === 'video' ? <RecallButton resource={resource} /> : null}
          {resource.preparation ? <PrepareButton resource={resource} /> : null}
          {fileType === 'quiz' ? null : <PracticeButton resource={resource} hasScratchpad={hasScratchpad} />}
        </div>
      </div>
      <span className="authoring-module-actions">
        <MoveButtons
          title={title}
          index={index}
          siblings={siblings}
          onMove={(order) => change.mutate({ order, version: resource.version })}
        />
        <ItemMenu kind="resource" item={resource} />
        <IconButton icon="trash" size="sm" label={text.delete(title)} onClick={onDelete} />
      </span>
    </li>
  )
}

function EditQuizLink({ resource, describedBy }: { resource: CourseResource; describedBy: string }) {
  const text = useText(authoringMessages)
  return (
    <Link
      className="ap-link"
      data-standalone=""
      to={`/course/${resource.courseId}/manage/quizzes/${resource.id}`}
      aria-describedby={describedBy}
    >
      {text.editQuiz}
    </Link>
  )
}

function ChaptersButton({ resource }: { resource: CourseResource }) {
  const text = useText(chaptersEditorMessages)
  return (
    <DialogButton label={text.openFor(resource.title)} text={text.open}>
      {(close) => <ChaptersDialog resource={resource} onClose={close} />}
    </DialogButton>
  )
}

function PracticeButton({ resource, hasScratchpad }: { resource: CourseResource; hasScratchpad: boolean }) {
  const text = useText(practiceEditorMessages)
  return (
    <DialogButton label={text.openFor(resource.title)} text={text.open}>
      {(close) => <PracticeDialog resource={resource} hasScratchpad={hasScratchpad} onClose={close} />}
    </DialogButton>
  )
}

/** Opens a dialog about the resource. `label` is its accessible name, with the resource's title. */
function DialogButton({
  label,
  text,
  children,
}: {
  label: string
  text: string
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" aria-label={label} onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </>
  )
}

/** Returns whether the item opens in the same tab. */
const opensHere = ({ fileType, words, isPackage }: CourseResource): boolean =>
  fileType === 'quiz' || words !== undefined || isPackage === true

function useFacts({ fileType, seconds, pages, words, captions, isPackage }: CourseResource): string[] {
  const text = useText(authoringMessages)
  const packageText = useText(packageEditorMessages)
  return [
    isPackage ? packageText.type : text[typeText[fileType]],
    seconds === null ? null : clockLength(seconds),
    pages === null ? null : text.pages(pages),
    words === undefined ? null : text.words(words),
    captions?.length
      ? text.captionsIn(captions.map(({ language }) => languageNames[language]).join(', '))
      : null,
  ].filter((fact) => fact !== null)
}

/** Opens the file in a new tab, or the quiz. */
function OpenResource({ resource, describedBy }: { resource: CourseResource; describedBy: string }) {
  const text = useText(authoringMessages)
  const packageText = useText(packageEditorMessages)
  const { id, courseId, courseContentId, fileType, filePath, seconds, words, isPackage } = resource
  if (fileType === 'quiz' || isPackage) {
    return (
      <Link
        className="ap-link"
        data-standalone=""
        to={`/lesson/${courseContentId}/resources/${id}`}
        aria-describedby={describedBy}
      >
        {isPackage ? packageText.view : text.viewQuiz}
      </Link>
    )
  }
  if (words !== undefined) {
    return (
      <Link
        className="ap-link"
        data-standalone=""
        to={`/course/${courseId}/manage/texts/${id}`}
        aria-describedby={describedBy}
      >
        {text.editText}
      </Link>
    )
  }
  if (!filePath) return null
  const isVideo = fileType === 'video' || seconds !== null
  return (
    <a
      className="ap-link"
      data-standalone=""
      href={filePath}
      target="_blank"
      rel="noopener"
      aria-describedby={describedBy}
    >
      {isVideo ? text.viewVideo : text.viewPdf}
      <Icon name={externalIcon} size="sm" />
    </a>
  )
}

function VisibilitySwitches({
  resource: { title, isPublished, isPreview, isPackage },
  save,
}: {
  resource: CourseResource
  save: (changes: ResourceChanges) => Promise<boolean>
}) {
  const text = useText(authoringMessages)
  return (
    <>
      <AutosaveSwitch
        className="authoring-switch"
        label={text.publish(title)}
        checked={isPublished}
        save={(wish) => save({ isPublished: wish })}
      >
        {() => text.published}
      </AutosaveSwitch>
      {isPackage ? null : (
        <AutosaveSwitch
          className="authoring-switch"
          label={text.freePreviewOf(title)}
          checked={isPreview}
          save={(wish) => save({ isPreview: wish })}
        >
          {() => text.freePreview}
        </AutosaveSwitch>
      )}
    </>
  )
}
