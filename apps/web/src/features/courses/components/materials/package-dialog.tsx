import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { packageTroublesQuery } from '#web/shared/course/package-troubles.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import { packageMissingMessages } from '../../messages/package-missing.en.ts'
import { PackageMissing, PackageMissingDialog } from './package-missing.tsx'
import { useUploads } from '#web/platform/transfer/use-uploads.ts'

interface PackageDialogProps {
  courseId: number
  target: { module: { id: number; title: string } } | { replaces: CourseResource }
  onClose: () => void
}

/**
 * Adds a SCORM package to a module, or replaces an existing package. Afterwards it tells which features of the package may not work
 * here.
 */
export function PackageDialog({ courseId, target, onClose }: PackageDialogProps) {
  const text = useText(packageMissingMessages)
  const [faulty, setFaulty] = useState<number | null>(null)
  if (faulty === null)
    return <UploadDialog courseId={courseId} target={target} onClose={onClose} onFaulty={setFaulty} />
  return (
    <PackageMissingDialog
      title={'replaces' in target ? text.replaced : text.added}
      courseId={courseId}
      resourceId={faulty}
      onClose={onClose}
    />
  )
}

function UploadDialog({
  courseId,
  target,
  onClose,
  onFaulty,
}: PackageDialogProps & { onFaulty: (resourceId: number) => void }) {
  const text = useText(packageEditorMessages)
  const common = useText(authoringMessages)
  const notify = useNotify()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const { upload, progress, setProgress, isWaiting, abandon } = useUploads()
  const replaces = 'replaces' in target ? target.replaces : null
  const missesSomething = useMissesSomething(courseId)
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
    onSaved: ({ data }) => {
      if (missesSomething(data.id)) return onFaulty(data.id)
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
      {replaces ? <PackageMissing courseId={courseId} resourceId={replaces.id} /> : null}
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

/** Returns a function that reads the newest list, which is loaded again before a save ends. */
function useMissesSomething(courseId: number): (resourceId: number) => boolean {
  const queries = useQueryClient()
  const troubles = packageTroublesQuery(courseId, useViewer())
  useQuery(troubles)
  return (resourceId) => {
    const list = queries.getQueryData(troubles.queryKey)?.data
    return (list?.find((one) => one.resourceId === resourceId)?.missing ?? []).length > 0
  }
}
