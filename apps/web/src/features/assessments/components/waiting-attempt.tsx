import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { AnswerText } from './answer-text.tsx'
import { LessonLink } from './assessment-start.tsx'
import { FileList } from './file-list.tsx'
import './assessments.css'

export function WaitingAttempt({ lesson, attempt }: { lesson: Assessment['lesson']; attempt: Attempt }) {
  const text = useText(assessmentsMessages)
  const places = attempt.questions.map((question, index) => ({ question, place: index + 1 }))
  return (
    <div className="grid gap-6">
      <ol className="assess-summary">
        {places
          .filter(({ question }) => question.kind === 'hand-in')
          .map(({ question, place }) => (
            <li key={question.id}>
              <article className="ap-panel assess-panel">
                <h3 className="ap-h4">{text.goTo(place)}</h3>
                <p className="assess-question">{question.question}</p>
                <dl className="assess-answers">
                  <dt>{text.yourAnswer}</dt>
                  <dd>
                    <AnswerText question={question} answer={question.given} />
                    <FileList files={question.files} />
                  </dd>
                </dl>
              </article>
            </li>
          ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {lesson ? <LessonLink lesson={lesson} main /> : null}
        <LinkButton as={Link} variant="quiet" to={`/assessment/${attempt.assessmentId}`}>
          {text.toAssessment}
        </LinkButton>
      </div>
    </div>
  )
}
