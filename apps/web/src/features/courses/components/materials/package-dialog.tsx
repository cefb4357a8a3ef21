import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { useUploads } from '#web/platform/transfer/use-uploads.ts'

/** Adds a SCORM package to a module, or replaces an existing one. */
export function PackageDialog({
  courseId,
  target,
  onClose,
}: {
  courseId: number
  target: { module: { id: number; title: string } } | { replaces: CourseResource }
  onClose: () => void
}) {
  const text = useText(packageEditorMessages)
  const common = useText(authoringMessages)
  const notify = useNotify()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const { upload, progress, setProgress, isWaiting, abandon } = useUploads()
  const replaces = 'replaces' in target ? target.replaces : null
  const { send, dialog } = useDialogSave({
    save: useContentWrite(courseId, async (chosen: File) => {
      setProgress(0)
      try {
        const filePath = await upload(chosen, 'package')
        return 'module' in target
          ? await call('createPackage', { params: { id: target.module.id }, body: { filePath } })
          : await call('replacePackage', { params: { id: target.replaces.id }, body: { filePath } })
      } finally {
        setProgress(null)
      }
    }),
    failed: text.failed,
    onSaved: () => {
      notify({ text: replaces ? text.replaced : text.added })
      onClose()
    },
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={replaces ? text.replaceTitle : text.title}
      text={
        replaces
          ? text.replaceText(replaces.title)
          : 'module' in target
            ? common.addContentTo(target.module.title)
            : ''
      }
      action={replaces ? text.replaceAction : text.action}
      busyLabel={progress !== null && progress < 100 ? text.uploading : text.examining}
      disabled={!file}
      onSubmit={() => {
        if (file) void send(file)
      }}
    >
      <AskBeforeLeaving loss={progress === null ? null : 'upload'} />
      <FileDrop
        label={text.file}
        prompt={common.dropFile}
        browseLabel={common.browse}
        hint={isWaiting ? text.waiting : text.hint}
        accept=".zip,application/zip"
        onFile={(chosen) => {
          const isZip = /\.zip$/i.test(chosen.name)
          setProblem(isZip ? undefined : text.needZip)
          setFile(isZip ? chosen : null)
        }}
        fileName={file?.name ?? null}
        progress={progress}
        progressLabel={file ? text.uploading : ''}
        onRemove={() => {
          abandon()
          setFile(null)
        }}
        removeLabel={common.removeFile}
        error={problem}
      />
    </FormDialog>
  )
}
