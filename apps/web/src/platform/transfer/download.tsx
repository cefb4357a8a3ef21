import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { Button, type ButtonProps } from '@apogee/ui/button.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useAnnouncedMutation } from '../forms/announced-mutation.ts'
import { downloadWithTicket } from './download-with-token.ts'

interface DownloadProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  label: string
  busyLabel: string
  /** `done` is announced for a download that the browser shows only after a while. */
  done?: string
  failed: string
  save: () => Promise<unknown>
}

/** Downloads one file with `save`, which requests the file and passes it to the browser. */
export function DownloadButton({ label, busyLabel, done, failed, save, ...look }: DownloadProps) {
  const download = useAnnouncedMutation({
    mutationFn: save,
    failed,
    ...(done !== undefined && { notice: () => done }),
  })
  return (
    <Button
      {...look}
      icon={downloadIcon}
      busy={download.isPending}
      busyLabel={busyLabel}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  )
}

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
