import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { watchFiguresMessages } from '../messages/watch-figures.en.ts'

/** Downloads the figures of the page as a CSV file. `from` is a day in Malaysia; null means all learners. */
export function DownloadFigures({ courseId, from }: { courseId: number; from: string | null }) {
  const text = useText(watchFiguresMessages)
  return (
    <DownloadButton
      size="sm"
      label={text.download}
      busyLabel={text.downloading}
      failed={text.downloadFailed}
      save={async () => {
        const query = from === null ? {} : { from }
        const { data } = await call('exportCourseFigures', { params: { id: courseId }, query })
        saveText(data.fileName, data.csv, 'text/csv')
      }}
    />
  )
}
