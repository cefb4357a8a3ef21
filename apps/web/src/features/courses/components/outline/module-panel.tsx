import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import {
  assignmentIcon,
  packageIcon,
  pencilIcon,
  quizIcon,
  settingsIcon,
} from '@apogee/ui/icons/more-icons.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useRef, useState, type RefObject } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { AutosaveSwitch, wasTaken } from '#web/platform/drafts/autosave-switch.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { UploadFilesButton } from '../materials/file-drop-zone.tsx'
import { ModuleDialog } from '../lazy-dialogs.ts'
import { useContentWrite, type ContentChanges } from '../../api/authoring.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import { useIsSelecting, useOutline } from './outline-context.tsx'
import { QuickAdd } from './late-quick-add.tsx'
import type { NewRow } from './quick-add.tsx'
import { ResourceRow } from './resource-row.tsx'
import { useShownOpening } from './shown-opening.ts'
import { TitleEdit } from './title-edit.tsx'
import '../authoring.css'
import '@apogee/ui/navigation/toolbar.css'

// Files, captions and quiz rules load when content is added.
const ContentDialog = lazyOnPress(async () => (await import('./content-dialog.tsx')).ContentDialog)
const NewDocumentDialog = lazyOnPress(
  async () => (await import('../materials/new-document-dialog.tsx')).NewDocumentDialog,
)
const PackageDialog = lazyOnPress(async () => (await import('../materials/package-dialog.tsx')).PackageDialog)

export function ModulePanel({
  courseId,
  module,
  hasScratchpad,
}: {
  courseId: number
  module: CourseContent | null
  hasScratchpad: boolean
}) {
  const text = useText(authoringMessages)
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="module-content-heading">
      <div className="ap-toolbar">
        <h2 className="ap-h3" id="module-content-heading">
          {text.moduleContent}
        </h2>
        {module ? <SelectSwitch module={module} /> : null}
      </div>
      {module ? (
        <OpenModule key={module.id} courseId={courseId} module={module} hasScratchpad={hasScratchpad} />
      ) : (
        <EmptyState className="authoring-empty" title={text.selectModule} text={text.selectModuleHint} />
      )}
    </section>
  )
}

/** Starts selecting, or selects all items of the module. */
function SelectSwitch({ module }: { module: CourseContent }) {
  const text = useText(outlineMessages)
  const { setSelecting, select } = useOutline()
  return useIsSelecting() ? (
    <Button
      data-end=""
      size="sm"
      onClick={() =>
        select(
          'resource',
          module.resources.map(({ id }) => id),
          true,
        )
      }
    >
      {text.selectAll}
    </Button>
  ) : (
    <Button data-end="" size="sm" variant="quiet" onClick={() => setSelecting(true)}>
      {text.select}
    </Button>
  )
}

type OpenDialog = 'edit' | 'content' | 'text' | 'quiz' | 'assignment' | 'package'

function OpenModule({
  courseId,
  module,
  hasScratchpad,
}: {
  courseId: number
  module: CourseContent
  hasScratchpad: boolean
}) {
  const text = useText(authoringMessages)
  const outline = useText(outlineMessages)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { remove } = useOutline()
  const addLesson = useContentWrite(courseId, (body: NewRow) =>
    call('createLessonText', { params: { id: module.id }, body }),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIsLost = useFocusWhenLost(heading)
  return (
    <>
      <ModuleHead courseId={courseId} module={module} heading={heading} onOpen={setOpen} />
      {module.resources.length === 0 ? (
        <EmptyState className="authoring-empty" title={text.noContent} text={text.noContentHint} />
      ) : (
        <ol className="authoring-resources">
          {module.resources.map((resource, index) => (
            <ResourceRow
              key={resource.id}
              resource={resource}
              index={index}
              siblings={module.resources}
              hasScratchpad={hasScratchpad}
              isInDraft={!module.isPublished}
              onDelete={() =>
                void remove({ modules: [], resources: [resource.id] }, resource.title).then((isRemoved) => {
                  if (isRemoved) focusIsLost()
                })
              }
            />
          ))}
        </ol>
      )}
      <QuickAdd
        label={outline.quickLesson(module.title)}
        hint={outline.quickLessonHint}
        add={addLesson.mutateAsync}
      />
      {open === 'edit' ? (
        <ModuleDialog
          courseId={courseId}
          module={module}
          nextOrder={module.order}
          onClose={() => setOpen(null)}
          onSaved={() => setOpen(null)}
        />
      ) : null}
      {open === 'content' ? (
        <ContentDialog courseId={courseId} module={module} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'package' ? (
        <PackageDialog courseId={courseId} target={{ module }} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'text' || open === 'quiz' || open === 'assignment' ? (
        <NewDocumentDialog kind={open} courseId={courseId} module={module} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

function ModuleHead({
  courseId,
  module,
  heading,
  onOpen,
}: {
  courseId: number
  module: CourseContent
  heading: RefObject<HTMLHeadingElement | null>
  onOpen: (dialog: OpenDialog) => void
}) {
  const text = useText(authoringMessages)
  const packageText = useText(packageEditorMessages)
  const publish = useContentWrite(
    courseId,
    (changes: ContentChanges) => call('updateContent', { params: { id: module.id }, body: changes }),
    text.saveFailed,
  )
  return (
    <div className="authoring-module-head">
      <div>
        <h3 className="ap-h4" ref={heading} tabIndex={-1}>
          <TitleEdit kind="module" item={module}>
            <span>{module.title}</span>
          </TitleEdit>
          <IconButton
            icon={settingsIcon}
            size="sm"
            label={text.edit(module.title)}
            onClick={() => onOpen('edit')}
          />
        </h3>
        {module.opening ? <Opening module={module} opening={module.opening} /> : null}
        {module.description ? <p className="text-sm text-secondary">{module.description}</p> : null}
        <AutosaveSwitch
          className="authoring-switch"
          label={text.publish(module.title)}
          checked={module.isPublished}
          save={(isPublished) => wasTaken(publish.mutateAsync({ isPublished }))}
        >
          {(isPublished) => (isPublished ? text.published : <Badge>{text.draft}</Badge>)}
        </AutosaveSwitch>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={pencilIcon} onClick={() => onOpen('text')}>
          {text.addText}
        </Button>
        <Button size="sm" icon={quizIcon} onClick={() => onOpen('quiz')}>
          {text.newQuiz}
        </Button>
        <Button size="sm" icon={assignmentIcon} onClick={() => onOpen('assignment')}>
          {text.newAssignment}
        </Button>
        <Button size="sm" icon={packageIcon} onClick={() => onOpen('package')}>
          {packageText.add}
        </Button>
        <UploadFilesButton courseId={courseId} module={module} />
        <Button variant="primary" size="sm" icon="plus" onClick={() => onOpen('content')}>
          {text.addContent}
        </Button>
      </div>
    </div>
  )
}

function Opening({ module, opening }: { module: CourseContent; opening: ModuleOpening }) {
  const shown = useShownOpening(useOutline().modules, module)
  return <p className="text-sm text-secondary">{shown(opening)}</p>
}
