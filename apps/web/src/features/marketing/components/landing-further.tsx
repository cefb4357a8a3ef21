/** Renders the landing page below the first screens; its code loads after the page. */
import type { CatalogueCourse, CourseCount } from '@apogee/contracts/catalogue/catalogue.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { captionsIcon, downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { useText } from '#web/platform/language/messages.ts'
import { landingSectionsMessages } from '../messages/landing-sections.en.ts'
import { ClosingSection, Questions, StepList, SectionHead } from './section-parts.tsx'
import './landing.css'

/** Each category has a generated cover with a fixed id. */
const pictureOf = { Programming: 7, Design: 2, Business: 9, 'Data Science': 22, Marketing: 5, 'AI & ML': 12 }

export interface BeforeCommunityProps {
  counts: readonly CourseCount[]
  course: CatalogueCourse | undefined
  free: ReactNode
}

export function BeforeCommunity({ counts, course, free }: BeforeCommunityProps) {
  return (
    <>
      <Categories counts={counts} />
      <WhereYouAre course={course} />
      {free ? <FreeCourses>{free}</FreeCourses> : null}
    </>
  )
}

export interface AfterCommunityProps {
  counts: readonly CourseCount[]
  course: CatalogueCourse | undefined
}

export function AfterCommunity({ counts, course }: AfterCommunityProps) {
  return (
    <>
      <TeachSection course={course} />
      <AskedBefore />
      <Closing counts={counts} />
    </>
  )
}

function Categories({ counts }: { counts: readonly CourseCount[] }) {
  const text = useText(landingSectionsMessages)
  const categoryName = useCategoryName()
  const shelves = courseCategories.flatMap((category) => {
    const courses = counts.find((count) => count.category === category)?.courses ?? 0
    return courses > 0 ? [{ category, courses }] : []
  })
  if (shelves.length === 0) return null
  return (
    <section className="ap-section ap-below landing-joined" aria-labelledby="categories">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <h2 className="ap-h2" id="categories">
            {text.categories}
          </h2>
        </div>
        <ul className="landing-categories">
          {shelves.map(({ category, courses }) => (
            <li key={category}>
              <Cover id={pictureOf[category]} title={category} category={category} isDrawnWhenNear />
              <h3>
                <Link to={`/marketplace?${new URLSearchParams({ category })}`}>{categoryName(category)}</Link>
              </h3>
              <p>{text.courses(courses)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Illustrates learning; its figures are marked as an example. */
function WhereYouAre({ course }: { course: CatalogueCourse | undefined }) {
  const text = useText(landingSectionsMessages)
  const steps = [
    [text.stepResume, text.stepResumeText],
    [text.stepComplete, text.stepCompleteText],
    [text.stepFinish, text.stepFinishText],
  ] as const
  return (
    <section className="ap-section ap-below" data-band="">
      <div className="ap-wrap landing-split">
        <div>
          <h2 className="ap-h2">{text.whereYouAre}</h2>
          <p className="ap-lead">{text.whereYouAreLead}</p>
          <StepList steps={steps} />
          <ul className="landing-facts">
            <li>
              <Icon name={captionsIcon} /> {text.captions}
            </li>
            <li>
              <Icon name={downloadIcon} /> {text.noApp}
            </li>
          </ul>
        </div>
        {course ? (
          <figure className="landing-screens">
            <div className="ap-panel" data-clip="">
              <Cover shape="plain" {...course} isDrawnWhenNear />
              <div className="landing-example">
                <h3 className="ap-h3">{text.exampleCourse}</h3>
                <Progress value={62} label={text.progressLabel} valueText={text.progressText} craft />
                <p>{text.progressText}</p>
              </div>
            </div>
            <div className="landing-phone" aria-hidden="true">
              <div>
                <Cover shape="plain" {...course} isDrawnWhenNear />
                <Icon name="play" size="lg" />
              </div>
              <b>{text.lessonName}</b>
              <p>{text.lessonPlace}</p>
              <span className="landing-phone-bar">
                <span />
              </span>
              <p className="landing-phone-next">
                <span>{text.nextLesson}</span>
                <Icon name="arrow-right" size="sm" />
              </p>
            </div>
            <figcaption>
              <Badge>{text.example}</Badge> {text.exampleText}
            </figcaption>
          </figure>
        ) : null}
      </div>
    </section>
  )
}

function FreeCourses({ children }: { children: ReactNode }) {
  const text = useText(landingSectionsMessages)
  return (
    <section className="ap-section ap-below landing-free" aria-labelledby="free-courses">
      <div className="ap-wrap">
        <SectionHead
          className="ap-section-head landing-head"
          id="free-courses"
          title={text.freeTitle}
          text={text.freeHint}
          link={{ to: '/marketplace?price=free', label: text.allFree }}
        />
        <ul className="ap-grid" data-scroller="">
          {children}
        </ul>
      </div>
    </section>
  )
}

function TeachSection({ course }: { course: CatalogueCourse | undefined }) {
  const text = useText(landingSectionsMessages)
  return (
    <section className="ap-section ap-below landing-teach">
      <div className="ap-wrap landing-split">
        <div>
          <h2 className="ap-h2">{text.teachTitle}</h2>
          <p className="ap-lead">{text.teachLead}</p>
          <div className="landing-actions">
            <LinkButton as={Link} to="/admin/register" variant="primary">
              {text.becomePartner}
            </LinkButton>
            <LinkButton as={Link} to="/business#pricing">
              {text.seePlans}
            </LinkButton>
          </div>
        </div>
        {course ? (
          <section className="ap-panel landing-controls" aria-label={text.controlsLabel}>
            <div>
              <b>{course.title}</b>
              <Badge>{text.example}</Badge>
            </div>
            <dl>
              <div>
                <dt>{text.price}</dt>
                <dd>
                  <Price sen={course.price} freeLabel={text.free} />
                </dd>
              </div>
              <div>
                <dt>{text.visibility}</dt>
                <dd>{text.publicCourse}</dd>
              </div>
              <div>
                <dt>{text.salesLink}</dt>
                <dd>
                  <code translate="no">{`/course-sales?courseId=${course.id}`}</code>
                </dd>
              </div>
            </dl>
          </section>
        ) : null}
      </div>
    </section>
  )
}

/** Answers questions about the first payment in the words of the terms. */
function AskedBefore() {
  const text = useText(landingSectionsMessages)
  const questions = [
    [text.askPay, text.answerPay],
    [text.askRefund, text.answerRefund],
    [text.askFree, text.answerFree],
    [text.askCertificate, text.answerCertificate],
    [text.askLanguage, text.answerLanguage],
    [text.askTime, text.answerTime],
  ] as const
  return (
    <section className="ap-section ap-below" aria-labelledby="questions">
      <div className="ap-wrap landing-questions">
        <div>
          <h2 className="ap-h2" id="questions">
            {text.questions}
          </h2>
          <p className="landing-quiet">
            {text.notAnswered}{' '}
            <Link className="ap-link" to="/contact">
              {text.contactUs}
            </Link>
          </p>
        </div>
        <div>
          <Questions answers={questions} />
        </div>
      </div>
    </section>
  )
}

function Closing({ counts }: { counts: readonly CourseCount[] }) {
  const text = useText(landingSectionsMessages)
  const courses = counts.reduce((sum, count) => sum + count.courses, 0)
  const free = counts.reduce((sum, count) => sum + count.free, 0)
  return (
    <ClosingSection title={text.closing} text={text.closingText}>
      <LinkButton as={Link} to="/register" variant="primary" size="lg">
        {text.createAccount}
      </LinkButton>
      {courses > 0 ? (
        <LinkButton as={Link} to="/marketplace" size="lg">
          {free > 0 ? text.seeAllWithFree(courses, free) : text.seeAll(courses)}
        </LinkButton>
      ) : null}
    </ClosingSection>
  )
}
