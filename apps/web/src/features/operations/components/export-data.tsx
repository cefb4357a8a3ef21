/** Export Data downloads the content of the open tab (docs/product-choices.md#people-and-lists). Each tab registers its content. */
import { useContext } from 'react'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownContext } from '#web/shared/people/export-scope.tsx'
import { insightsMessages } from '../messages/insights.en.ts'

export function ExportData() {
  const text = useText(insightsMessages)
  const { shown } = useContext(ShownContext)
  const { what = 'learners', search, scope } = shown ?? {}
  return (
    <DownloadCsv
      disabled={shown === null}
      ask={{ what, filters: { ...(search && { search }), ...(scope && { scope }) } }}
      words={{
        downloadCsv: text.exportData,
        downloading: text.exporting,
        downloaded: text.exported,
        downloadFailed: text.exportFailed,
      }}
    />
  )
}
