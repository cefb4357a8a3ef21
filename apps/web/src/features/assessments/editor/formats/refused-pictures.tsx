import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { quizPicturesMessages } from '../../messages/quiz-pictures.en.ts'

const isAboutUploads = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errorCode === 'FILE_NOT_AN_UPLOAD'

/** Returns the files of `quiz` that the server has refused, by the positions of their questions. */
function filesIn(error: unknown, { questions }: QuizDraft): string[] {
  if (!isAboutUploads(error)) return []
  return error.issues.flatMap(({ path }) => {
    const [, place, option] = /^quiz\.questions\.(\d+)\.(?:options\.(\d+)\.)?picture$/.exec(path) ?? []
    const question = questions[Number(place)]
    const held = option === undefined ? question : question?.options[Number(option)]
    return held?.picture?.file ?? []
  })
}

/** Replaces the server's message, which names a field by its path, by a sentence for the author. */
const withSentence = ({ status, errorCode, issues, requestId }: ApiError, message: string) =>
  new ApiError({ status, errorCode, issues, requestId, message })

/** Remembers by file which pictures the server refuses in this quiz, because questions move during editing. */
export function useRefusedPictures() {
  const text = useText(quizPicturesMessages)
  const [files, setFiles] = useState<readonly string[]>([])
  return {
    /** Sends this quiz with `send`, and records the pictures that the server refuses. */
    noting: async <Answer,>(sent: QuizDraft, send: () => Promise<Answer>): Promise<Answer> => {
      try {
        const answer = await send()
        setFiles([])
        return answer
      } catch (error) {
        const refused = filesIn(error, sent)
        setFiles(refused)
        throw refused.length > 0 && isAboutUploads(error) ? withSentence(error, text.goneHere) : error
      }
    },
    problemsIn: ({ questions }: QuizDraft): QuizProblem[] =>
      questions.flatMap(({ picture, options }, index) => {
        const at = `questions.${index}`
        const places = [
          { path: `${at}.picture`, picture },
          ...options.map((option, place) => ({
            path: `${at}.options.${place}.picture`,
            picture: option.picture,
          })),
        ]
        return places.flatMap(({ path, picture: one }) =>
          one && files.includes(one.file) ? [{ path, message: text.goneHere }] : [],
        )
      }),
  }
}

/** `failure` tells why the quiz could not be saved. */
export function PictureRefused({
  failure,
  problems,
}: {
  failure: unknown
  problems: readonly QuizProblem[]
}) {
  const text = useText(quizPicturesMessages)
  const [first] = problems
  if (first) return <Notice tone="danger">{text.goneIn(Number(first.path.split('.')[1]) + 1)}</Notice>
  return isAboutUploads(failure) ? <Notice tone="danger">{text.gone}</Notice> : null
}
