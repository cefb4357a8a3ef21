import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { inkOn, lightInk } from '@apogee/domain/colour/contrast.ts'
import { Rating } from '@apogee/ui/figures/rating.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useOrigin } from '#web/platform/page/head.tsx'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { Link } from '#web/platform/router/router.tsx'
import type { ShownSchool } from '../api/schools.ts'
import { schoolMessages } from '../messages/school.en.ts'
import './school.css'

/** Shows a school. The page passes the cards and reviews, which belong to other features. */
export function SchoolPage({
  school,
  courses,
  bundles,
  reviews,
}: {
  school: ShownSchool
  courses: ReactNode
  bundles: ReactNode
  reviews: ReactNode
}) {
  const text = useText(schoolMessages)
  const { title, courseCount, description } = school
  return (
    <>
      <SchoolHead school={school} />
      <div className="ap-wrap school-parts">
        <section aria-labelledby="school-courses">
          <h2 className="ap-h2" id="school-courses">
            {text.courses}
          </h2>
          <ul className="ap-grid">{courses}</ul>
          {courseCount > school.courses.length ? (
            <p>
              <Link
                className="ap-link"
                data-standalone=""
                to={`/marketplace?search=${encodeURIComponent(title)}`}
              >
                {text.allCourses(courseCount)}
              </Link>
            </p>
          ) : null}
        </section>
        {school.bundles.length > 0 ? (
          <section aria-labelledby="school-bundles">
            <h2 className="ap-h2" id="school-bundles">
              {text.bundles}
            </h2>
            <ul className="ap-grid">{bundles}</ul>
          </section>
        ) : null}
        <Teachers school={school} />
        {school.reviews.length > 0 ? (
          <section aria-labelledby="school-reviews">
            <h2 className="ap-h2" id="school-reviews">
              {text.reviews}
            </h2>
            <ul className="school-reviews">{reviews}</ul>
          </section>
        ) : null}
        {description === '' ? null : (
          <section aria-labelledby="school-about">
            <h2 className="ap-h2" id="school-about">
              {text.about(title)}
            </h2>
            <p className="ap-prose school-about">{description}</p>
          </section>
        )}
      </div>
    </>
  )
}

function SchoolHead({ school }: { school: ShownSchool }) {
  const text = useText(schoolMessages)
  const { title, logo, intro, website, rating, courseCount, colour } = school
  const average = rating?.average.toFixed(1)
  return (
    <header className="school-head" data-ink={colour && (inkOn(colour) === lightInk ? 'light' : 'dark')}>
      {colour === null ? null : (
        <svg className="school-ground" width="100%" height="100%" aria-hidden="true" focusable="false">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <div className="ap-wrap">
        <Avatar name={title} image={logo} size="lg" className="school-logo" />
        <div className="school-words">
          <h1 className="ap-h1">{title}</h1>
          {intro === '' ? null : <p className="school-intro">{intro}</p>}
          <p className="school-facts">
            {rating && average ? (
              <Rating value={average} label={text.rated(average)}>
                {text.reviewCount(rating.count)}
              </Rating>
            ) : null}
            <span>{text.courseCount(courseCount)}</span>
            {website === '' ? null : (
              <a className="ap-link" href={website} rel="nofollow noopener">
                {website.replace(/^https?:\/\/|\/$/g, '')}
              </a>
            )}
          </p>
        </div>
        <ShareLink name={school.name} />
      </div>
    </header>
  )
}

function ShareLink({ name }: { name: string }) {
  const text = useText(schoolMessages)
  const link = new URL(`/school/${name}`, useOrigin()).href
  const { copied, copy } = useCopy(link, { success: text.linkCopied, failed: text.copyFailed })
  return (
    <Button size="sm" icon={copied ? 'check' : 'link'} onClick={copy}>
      {text.copyLink}
    </Button>
  )
}

function Teachers({ school: { teachers } }: { school: ShownSchool }) {
  const text = useText(schoolMessages)
  if (teachers.length === 0) return null
  return (
    <section aria-labelledby="school-teachers">
      <h2 className="ap-h2" id="school-teachers">
        {text.teachers}
      </h2>
      <ul className="school-teachers">
        {teachers.map(({ id, name, avatar, bio, courseCount }) => (
          <li key={id}>
            <Avatar name={name} image={avatar} size="lg" />
            <div>
              <h3 className="ap-h4">{name}</h3>
              <p className="school-quiet">{text.teaches(courseCount)}</p>
              {bio === '' ? null : <p className="school-bio">{bio}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
