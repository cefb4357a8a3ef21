import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { DownloadButton, type DownloadProps } from './download-button.tsx'
import { downloadWithTicket } from './download-with-token.ts'

/** Downloads the list as CSV with a single-use token. */
export const DownloadCsv = ({
  ask,
  words,
  ...look
}: {
  ask: RequestOf<'createTicket'>['body']
  words: { downloadCsv: string; downloading: string; downloaded: string; downloadFailed: string }
} & Pick<DownloadProps, 'size' | 'disabled'>) => (
  <DownloadButton
    {...look}
    label={words.downloadCsv}
    busyLabel={words.downloading}
    done={words.downloaded}
    failed={words.downloadFailed}
    save={() => downloadWithTicket(ask)}
  />
)
