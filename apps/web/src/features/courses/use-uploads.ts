import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '#web/platform/upload.ts'

/** Uploads each file once, so that trying again after a failure sends only what is missing. */
export function useUploads() {
  const done = useRef(new Map<File, string>())
  const abandoned = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const abandon = () => abandoned.current?.abort()
  useEffect(() => abandon, [])

  const upload = async (file: File, purpose: 'lesson' | 'captions' | 'quiz'): Promise<string> => {
    const known = done.current.get(file)
    if (known) return known
    abandoned.current = new AbortController()
    const url = await uploadFile(file, {
      purpose,
      signal: abandoned.current.signal,
      ...(purpose !== 'captions' && { onProgress: (share) => setProgress(Math.round(share * 100)) }),
    })
    done.current.set(file, url)
    return url
  }
  return { upload, progress, setProgress, abandon }
}
