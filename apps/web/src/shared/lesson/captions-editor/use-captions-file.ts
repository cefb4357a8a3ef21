import { captionsMaxBytes } from '@apogee/contracts/limits.ts'
import { importCaptions, type CaptionImport } from '@apogee/domain/text/caption-import.ts'
import { useState } from 'react'
import { useFileText, type FileText } from '../../../platform/file-text/file-text.tsx'
import { useText } from '../../../platform/language/messages.ts'
import { captionsImportMessages } from './captions-import-messages.en.ts'
import { isCaptionsFile } from './captions-file.ts'

export interface ChosenCaptions {
  file: File
  content: string
  found: CaptionImport
  /** True means that the author chose the times of the stream: `CaptionImport.streamOffsetMs`, which may be negative, is added. */
  isMoved: boolean
}

export interface CaptionsFile {
  chosen: ChosenCaptions | null
  problem: string | null
  /** Lets the author choose another encoding if the file does not declare its own. */
  source: FileText
  choose: (file: File) => void
  move: (isMoved: boolean) => void
  forget: () => void
}

/** A file in UTF-16 may be longer than the file in UTF-8 that is stored. */
const readMaxBytes = 2 * captionsMaxBytes

/**
 * Reads a chosen file of captions by the rules of the server, so that its author sees the result before anything is stored.
 * `unsupported` is the sentence for a file with another kind of name.
 */
export function useCaptionsFile(unsupported: string): CaptionsFile {
  const text = useText(captionsImportMessages)
  const [chosen, setChosen] = useState<ChosenCaptions | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (reason: string) => {
    setChosen(null)
    setProblem(reason)
  }
  const take = (content: string, file: File, isMoved = false) => {
    const found = importCaptions(content, { isMoved })
    if ('problem' in found) return fail(found.problem ? text.none(found.problem) : text.noCaptions)
    if (new Blob([found.webVtt]).size > captionsMaxBytes) return fail(text.tooLarge)
    setChosen({ file, content, found, isMoved })
    setProblem(null)
  }
  const source = useFileText(take, fail)
  return {
    chosen,
    problem,
    source,
    choose: (file) => {
      source.forget()
      if (!isCaptionsFile(file)) fail(unsupported)
      else if (file.size > readMaxBytes) fail(text.tooLarge)
      else void source.read(file)
    },
    move: (isMoved) => {
      if (chosen) take(chosen.content, chosen.file, isMoved)
    },
    forget: () => {
      source.forget()
      setChosen(null)
      setProblem(null)
    },
  }
}

/** Returns the file to upload: WebVTT in UTF-8, whatever was chosen. */
export const uploadOf = ({ file, found }: ChosenCaptions): File =>
  new File([found.webVtt], file.name.replace(/\.[^.]*$/, '.vtt'), { type: 'text/vtt' })
