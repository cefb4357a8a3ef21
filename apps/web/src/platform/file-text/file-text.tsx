/** Reads a chosen file as text. Where its encoding is a guess, the author sees a sample and can choose another. */
import { offeredEncodings, readText, sampleOf, type DecodedText } from '@apogee/domain/read-text.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { useText } from '../language/messages.ts'
import { fileTextMessages } from './file-text-messages.en.ts'

interface Guess {
  file: File
  encoding: string
  sample: string
}

export interface FileText {
  /** Passes the text to `onText`, or the reason why there is none to `onProblem`. */
  read: (file: File, encoding?: string) => Promise<void>
  guess: Guess | null
  forget: () => void
}

export function useFileText(
  onText: (text: string, file: File) => void,
  onProblem: (problem: string) => void,
): FileText {
  const text = useText(fileTextMessages)
  const [guess, setGuess] = useState<Guess | null>(null)
  const show = (file: File, { how, encoding, text: content }: DecodedText) =>
    setGuess(how === 'guessed' || how === 'chosen' ? { file, encoding, sample: sampleOf(content) } : null)
  const read = async (file: File, encoding?: string) => {
    let bytes: Uint8Array
    try {
      bytes = new Uint8Array(await file.arrayBuffer())
    } catch {
      // The browser can no longer read the file.
      setGuess(null)
      return onProblem(text.unreadable)
    }
    const found = await readText(bytes, { encoding })
    if ('refused' in found) {
      // After a wrong choice, the author can choose again.
      setGuess(encoding === undefined ? null : { file, encoding, sample: '' })
      return onProblem(text.refused(found.refused))
    }
    show(file, found)
    onText(found.text, file)
  }
  return { read, guess, forget: () => setGuess(null) }
}

export function EncodingChoice({ source: { guess, read } }: { source: FileText }) {
  const text = useText(fileTextMessages)
  if (!guess) return null
  return (
    <Select
      label={text.encoding}
      hint={guess.sample === '' ? text.choose : text.sample(guess.sample)}
      value={guess.encoding}
      options={offeredEncodings.map((one) => ({ value: one, label: one }))}
      onChange={(event) => void read(guess.file, event.target.value)}
    />
  )
}
