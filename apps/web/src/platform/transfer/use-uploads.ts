import { useEffect, useRef, useState } from 'react'
import { uploadInParts } from './parted-upload.ts'
import { uploadFile } from './upload.ts'

/** Uploads each file once, so that a retry sends only files that are not uploaded yet. */
export function useUploads() {
  const done = useRef(new Map<File, string>())
  const abandoned = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const abandon = () => abandoned.current?.abort()
  useEffect(() => abandon, [])

  const upload = async (
    file: File,
    purpose: 'lesson' | 'captions' | 'quiz' | 'archive' | 'package' | 'text-video',
  ): Promise<string> => {
    const known = done.current.get(file)
    if (known) return known
    const { signal } = (abandoned.current = new AbortController())
    const onProgress = (share: number) => setProgress(Math.round(share * 100))
    const sendWhole = () =>
      uploadFile(file, { purpose, signal, ...(purpose !== 'captions' && { onProgress }) })
    const inParts =
      purpose === 'captions' || purpose === 'quiz'
        ? null
        : uploadInParts(file, { purpose, onProgress, onWaiting: setWaiting, signal })
    const url = (await inParts?.finally(() => setWaiting(false))) ?? (await sendWhole())
    done.current.set(file, url)
    return url
  }
  return { upload, progress, setProgress, isWaiting, abandon }
}
