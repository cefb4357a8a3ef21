import { blankOption } from '@apogee/contracts/assessments/draft-parts.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { use } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { replaced, withPicture, without, type PartProps } from './draft-fields.ts'
import { PictureField, PictureTarget } from './picture-field.tsx'
import { isUploadingOption, placeOf, QuizPictures } from './picture-uploads.ts'
import { Rows } from './rows-field.tsx'
import './quiz-editor.css'

export function OptionsField({ question, hasPoints, set, problemAt }: PartProps) {
  const text = useText(quizEditorMessages)
  const { options, key } = question
  const { uploads, dismissOptions } = use(QuizPictures)
  const isOne = question.type === 'multiple-choice'
  const change = (index: number, changes: Partial<(typeof options)[number]>) => {
    const others =
      isOne && changes.isRight ? options.map((option) => ({ ...option, isRight: false })) : options
    set({ options: replaced(others, index, { ...(options[index] ?? blankOption), ...changes }) })
  }
  return (
    <Rows
      legend={text.options}
      error={problemAt('options')}
      list={options}
      add={text.addOption}
      least={2}
      most={quizLimits.options}
      onAdd={() => set({ options: [...options, blankOption] })}
      isFixed={isUploadingOption(uploads, key)}
      onRemove={(index) => {
        dismissOptions(key)
        set({ options: without(options, index) })
      }}
    >
      {(option, index) => (
        <PictureTarget place={placeOf(key, index)}>
          <span className="quiz-edit-option">
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={`right-${key}`}
              aria-label={text.isRight(index + 1)}
              checked={option.isRight}
              onChange={({ target }) => change(index, { isRight: target.checked })}
            />
            <TextField
              label={text.option(index + 1)}
              labelHidden
              placeholder={text.option(index + 1)}
              maxLength={500}
              value={option.text}
              error={problemAt(`options.${index}.text`)}
              onChange={({ target }) => change(index, { text: target.value })}
            />
            <PictureField
              place={placeOf(key, index)}
              option={index + 1}
              picture={option.picture}
              problem={problemAt(`options.${index}.picture.alt`)}
              refusal={problemAt(`options.${index}.picture`)}
              onChange={(picture) => set({ options: replaced(options, index, withPicture(option, picture)) })}
            />
          </span>
          {hasPoints ? (
            <TextField
              label={text.feedback(index + 1)}
              labelHidden
              placeholder={text.feedback(index + 1)}
              maxLength={1000}
              value={option.feedback}
              error={problemAt(`options.${index}.feedback`)}
              onChange={({ target }) => change(index, { feedback: target.value })}
            />
          ) : null}
        </PictureTarget>
      )}
    </Rows>
  )
}
