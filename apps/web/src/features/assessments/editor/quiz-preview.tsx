import { wordsOf } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { AssessmentQuestion, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { use, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { QuestionForm } from '../components/question-form.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { QuizPictures, shownOptionPictures, shownPicture } from './picture-uploads.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import '../components/assessments.css'
import './quiz-editor.css'

export function QuizPreview({ quiz }: { quiz: QuizDraft }) {
  const text = useText(quizEditorMessages)
  if (quiz.questions.length === 0)
    return <EmptyState title={text.noQuestions} titleAs="h2" text={text.noQuestionsHint} />
  return (
    <section className="quiz-edit-preview" aria-label={text.preview}>
      <p className="text-secondary">{text.previewHint}</p>
      {quiz.questions.map((question, index) => (
        <Previewed key={question.key} question={question} index={index} />
      ))}
    </section>
  )
}

function Previewed({ question, index }: { question: DraftQuestion; index: number }) {
  const text = useText(assessmentsMessages)
  const [answer, setAnswer] = useState<GivenAnswer>(null)
  const { known } = use(QuizPictures)
  const picture = shownPicture(question, known)
  const optionPictures = shownOptionPictures(question, known)
  return (
    <article className="ap-panel assess-panel" aria-label={text.goTo(index + 1)}>
      <header className="assess-question-head">
        <h2 className="ap-h4">{text.goTo(index + 1)}</h2>
        <span className="text-sm text-secondary">{text.pointsOf(Number(question.points) || 0)}</span>
      </header>
      <QuestionForm
        question={{
          ...shownQuestion(question, index),
          ...(picture && { picture }),
          ...(optionPictures && { optionPictures }),
        }}
        answer={answer}
        onAnswer={setAnswer}
      />
      {question.type === 'hand-in' && Number(question.files) > 0 ? (
        <p className="text-secondary">{text.filesAllowed(Number(question.files))}</p>
      ) : null}
    </article>
  )
}

const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted()

/** Returns the question as the server would show it; an attempt shuffles the items that are sorted here. */
function shownQuestion(question: DraftQuestion, id: number): AssessmentQuestion {
  const { type: kind, pairs, distractors, items } = question
  const options = {
    'multiple-choice': question.options.map(wordsOf),
    'multiple-answers': question.options.map(wordsOf),
    matching: sorted([...pairs.map(({ match }) => match), ...distractors]),
    ordering: sorted(items),
  }
  return {
    id,
    kind,
    question: question.question,
    points: Number(question.points) || 0,
    given: null,
    options: kind in options ? options[kind as keyof typeof options] : [],
    prompts: kind === 'matching' ? pairs.map(({ prompt }) => prompt) : [],
    starterCode: question.starterCode,
    functionName: kind === 'coding' ? question.functionName : null,
    ...(kind === 'hand-in' && { filesAllowed: Number(question.files) || 0 }),
  }
}
