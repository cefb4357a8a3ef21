import { FileDrop, type FileDropProps } from '@apogee/ui/fields/file-drop.tsx'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'

/** Holds the file that a dialog uploads, and the progress and problem of the upload. */
export function useChosenFile(given: File | null = null) {
  const [file, setFile] = useState(given)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  /** The progress stays after the upload, because the dialog closes then. */
  async function send(
    upload: (onProgress: (share: number) => void) => Promise<void>,
    sentenceOf: (error: unknown) => string,
  ): Promise<void> {
    setShare(0)
    setProblem(undefined)
    try {
      await upload(setShare)
    } catch (error) {
      setShare(null)
      setProblem(sentenceOf(error))
    }
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    setProblem(undefined)
  }
  return { file, share, problem, isSending: share !== null, send, choose, setProblem }
}

/** Renders a file field unless a file is already present, and asks before a running upload is abandoned. */
export const UploadField = ({
  chosen: { file, share, problem, choose },
  isPresent,
  ...words
}: {
  chosen: ReturnType<typeof useChosenFile>
  isPresent: boolean
} & Pick<FileDropProps, 'label' | 'prompt' | 'browseLabel' | 'hint' | 'accept' | 'progressLabel'>) => (
  <>
    {isPresent ? null : (
      <FileDrop
        {...words}
        fileName={file?.name ?? null}
        progress={share === null ? null : share * 100}
        error={problem}
        onFile={choose}
      />
    )}
    <AskBeforeLeaving loss={share === null ? null : 'upload'} />
  </>
)
