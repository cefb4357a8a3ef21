import type { QuizSettings } from '@apogee/contracts/assessments/quiz-draft.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useProblemAt, type ViewProps } from './draft-fields.ts'
import { GroupsFields } from './groups-fields.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import './quiz-editor.css'

export function SettingsView({ quiz, problems, onChange }: ViewProps) {
  const text = useText(quizEditorMessages)
  const problemAt = useProblemAt(problems)
  const { settings } = quiz
  const set = (changes: Partial<QuizSettings>) => onChange({ ...quiz, settings: { ...settings, ...changes } })
  const number = (field: 'timeLimitMinutes' | 'passPercentage' | 'attemptsAllowed') => ({
    inputMode: 'numeric' as const,
    maxLength: 20,
    value: settings[field],
    error: problemAt(`settings.${field}`),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  })
  return (
    <section className="ap-panel quiz-edit-panel" aria-label={text.settings}>
      <div className="quiz-edit-row">
        <TextField label={text.timeLimit} hint={text.timeLimitHint} {...number('timeLimitMinutes')} />
        <TextField label={text.passMark} hint={text.passMarkHint} {...number('passPercentage')} />
        <TextField label={text.attempts} hint={text.attemptsHint} {...number('attemptsAllowed')} />
      </div>
      <RadioGroup
        legend={text.review}
        options={[
          { value: 'answers', label: text.reviewAnswers },
          { value: 'marks', label: text.reviewMarks },
          { value: 'score', label: text.reviewScore },
        ]}
        value={settings.review}
        onChange={(review) => set({ review })}
      />
      <Checkbox
        label={text.shuffleQuestions}
        checked={settings.shuffleQuestions}
        onChange={({ target }) => set({ shuffleQuestions: target.checked })}
      />
      <Checkbox
        label={text.shuffleOptions}
        hint={text.shuffleHint}
        checked={settings.shuffleOptions}
        onChange={({ target }) => set({ shuffleOptions: target.checked })}
      />
      <GroupsFields quiz={quiz} problems={problems} onChange={onChange} />
    </section>
  )
}
