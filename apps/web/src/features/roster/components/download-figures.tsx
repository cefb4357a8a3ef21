import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { watchFiguresMessages } from '../messages/watch-figures.en.ts'

/** Downloads the figures of the page as a CSV file. `from` is a day in Malaysia; null means all learners. */
export function DownloadFigures({ courseId, from }: { courseId: number; from: string | null }) {
  const text = useText(watchFiguresMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const download = useMutation({
    mutationFn: () =>
      call('exportCourseFigures', { params: { id: courseId }, query: from === null ? {} : { from } }),
    onSuccess: ({ data }) => saveText(data.fileName, data.csv, 'text/csv'),
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.downloadFailed) }),
  })
  return (
    <Button
      size="sm"
      icon={downloadIcon}
      busy={download.isPending}
      busyLabel={text.downloading}
      onClick={() => download.mutate()}
    >
      {text.download}
    </Button>
  )
}
