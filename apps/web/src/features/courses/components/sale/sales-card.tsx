import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { runningSmallText } from '@apogee/domain/text/small-text.ts'
import { chevronUpIcon, externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useId, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { Networks } from './networks.tsx'
import { ShareButton } from './share-button.tsx'
import { CopySalesLink, useSalesLink } from './sales-link.tsx'
import '#web/platform/page/admin.css'

export function SalesCard({ course }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="ap-panel admin-sales-card" data-clip="">
      <Cover
        shape="plain"
        id={course.id}
        title={course.title}
        category={course.category}
        image={course.image}
      >
        {course.isPrivate ? (
          <Badge solid icon="lock">
            {text.private}
          </Badge>
        ) : null}
      </Cover>
      <div className="admin-sales-body">
        <h2 className="ap-h4" id={`${id}-title`}>
          {course.title}
        </h2>
        <p className="admin-sales-text">{runningSmallText(course.description, 'description')}</p>
        <div className="admin-sales-price">
          <CoursePrice course={course} freeLabel={text.free} />
          <Button
            variant="quiet"
            size="sm"
            iconEnd={isOpen ? chevronUpIcon : 'chevron-down'}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-info` : undefined}
            aria-describedby={`${id}-title`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? text.lessInfo : text.moreInfo}
          </Button>
        </div>
        <div className="admin-sales-actions">
          <CopySalesLink courseId={course.id} describedBy={`${id}-title`} />
          <LinkButton
            href={`/sp/${course.id}/`}
            target="_blank"
            rel="noopener"
            size="sm"
            iconEnd={externalIcon}
            aria-describedby={`${id}-title ${id}-new-tab`}
          >
            {text.preview}
          </LinkButton>
          <span className="vh" id={`${id}-new-tab`}>
            {text.newTab}
          </span>
        </div>
        {isOpen ? <SalesDetails id={`${id}-info`} course={course} /> : null}
      </div>
    </li>
  )
}

function SalesDetails({ id, course }: { id: string; course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const link = useSalesLink(course.id)
  return (
    <div className="admin-sales-info" id={id}>
      {course.isPrivate ? <p>{text.privateLink}</p> : null}
      <TextField
        label={text.salesLink}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <p className="font-medium">{text.share}</p>
        <Networks link={link} words={text.shareText(course.title)} />
      </div>
      <ShareButton course={course} label={text.shareMore} />
      <Link className="ap-link" data-standalone="" to={`/course/${course.id}/manage`}>
        {text.manageCourse}
      </Link>
    </div>
  )
}
