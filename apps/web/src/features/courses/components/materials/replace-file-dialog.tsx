import { languageNames } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { useState } from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { acceptedFiles } from '../../file-choice.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { uploadsMessages } from '../../messages/uploads.en.ts'
import { kindOfDropped, uploadQueue } from '../../upload-queue.ts'
import { PasswordNote } from './password-note.tsx'

/** Chooses another file for the resource; the tray uploads it in the background. */
export function ReplaceFileDialog({ resource, onClose }: { resource: CourseResource; onClose: () => void }) {
  const text = useText(uploadsMessages)
  const common = useText(authoringMessages)
  const viewer = useViewer()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, title, courseId, courseContentId, fileType, seconds, captions = [] } = resource
  const kind = fileType === 'video' || seconds !== null ? 'video' : 'document'
  const choose = (given: File) => {
    const verdict = kindOfDropped(given)
    const isOther = 'kind' in verdict && verdict.kind !== kind
    const found = isOther
      ? text[kind === 'video' ? 'needVideo' : 'needDocument']
      : 'problem' in verdict
        ? text[verdict.problem](given.name)
        : null
    setProblem(found)
    setFile(found === null ? given : null)
  }
  const send = () => {
    if (!file || typeof viewer !== 'number') return
    uploadQueue().add([{ file, kind }], {
      userId: viewer,
      courseId,
      moduleId: courseContentId,
      moduleTitle: '',
      replaces: { id, title },
    })
    onClose()
  }
  return (
    <FormDialog
      title={text.replaceTitle}
      text={text.replaceText(title)}
      action={text.replaceAction}
      disabled={!file}
      onSubmit={send}
      onClose={onClose}
    >
      <FileDrop
        label={text.newFile}
        prompt={common.dropFile}
        browseLabel={common.browse}
        hint={kind === 'video' ? text.newVideoLimits : common.documentLimits}
        accept={acceptedFiles[kind]}
        onFile={choose}
        fileName={file?.name ?? null}
        onRemove={() => setFile(null)}
        removeLabel={common.removeFile}
        error={problem}
      />
      <PasswordNote file={kind === 'document' ? file : null} />
      {kind === 'video' ? <p className="text-sm text-secondary">{text.replaceVideo}</p> : null}
      {captions.length > 0 ? (
        <p className="text-sm text-secondary">
          {text.replaceCaptions(captions.map(({ language }) => languageNames[language]).join(', '))}
        </p>
      ) : null}
    </FormDialog>
  )
}
