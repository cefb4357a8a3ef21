import { exportFormats, type ExportFormat } from '@apogee/contracts/archives/archives.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { call } from '#web/platform/transfer/client.ts'
import { downloadWithToken } from '#web/platform/transfer/download-with-token.ts'
import { inMegabytes } from '../megabytes.ts'
import { courseExportMessages } from '../messages/course-export.en.ts'
import './course-import.css'

interface LeftOut {
  parts: readonly { place: string; text: string }[]
  /** `count` includes the parts that the list does not show. */
  count: number
}

/** Asks for the format, begins the download, and lists what the format leaves out. */
export function ExportDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const text = useText(courseExportMessages)
  const [format, setFormat] = useState<ExportFormat>('course')
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const begin = useExport(course, (found) => (found.count > 0 ? setLeftOut(found) : onClose()))
  const failureText = useFailureText()
  if (leftOut) return <LeftOutDialog leftOut={leftOut} onClose={onClose} />
  return (
    <FormDialog
      title={text.export}
      text={text.lead}
      action={text.start}
      busyLabel={text.starting}
      busy={begin.isPending}
      error={begin.error ? failureText(begin.error, text.exportFailed) : undefined}
      onSubmit={() => begin.mutate(format)}
      onClose={onClose}
    >
      <RadioGroup<ExportFormat>
        legend={text.format}
        layout="rows"
        value={format}
        options={exportFormats.map((value) => ({
          value,
          label: text.formatName(value),
          hint: text.formatHint(value),
        }))}
        onChange={setFormat}
      />
    </FormDialog>
  )
}

function useExport(course: Course, onBegun: (leftOut: LeftOut) => void) {
  const text = useText(courseExportMessages)
  const notify = useNotify()
  const language = useLanguage()
  return useMutation({
    mutationFn: (format: ExportFormat) =>
      call('exportCourse', { params: { id: course.id }, body: { format, language } }),
    onSuccess: ({ data }) => {
      downloadWithToken(data.url)
      notify({ text: text.exporting(inMegabytes(data.bytes)) })
      onBegun({ parts: data.leftOut, count: data.leftOutCount })
    },
  })
}

function LeftOutDialog({ leftOut: { parts, count }, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  const text = useText(courseExportMessages)
  const { close } = useText(platformMessages)
  return (
    <Dialog
      open
      title={text.leftOutTitle(count)}
      text={text.leftOutLead}
      closeLabel={close}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <ul className="course-import-paths">
        {parts.map(({ place, text: said }, at) => (
          <li key={at}>
            {said}
            {place === '' ? null : <span className="text-secondary"> ({place})</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
