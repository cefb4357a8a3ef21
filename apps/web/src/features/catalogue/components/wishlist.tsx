import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { otherLanguage } from '#web/shared/course/other-language.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { EmptyWithLink, ListStates } from '#web/platform/lists/list-states.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { wishlistQuery } from '../api/wishlist.ts'
import { wishlistMessages } from '../messages/wishlist.en.ts'
import { useWish } from '../use-wish.ts'

export function Wishlist({ userId }: { userId: number }) {
  const text = useText(wishlistMessages)
  const notify = useNotify()
  const wish = useWish(userId)
  const list = useInfiniteQuery(wishlistQuery(userId))
  const remove = ({ id, title }: CatalogueCourse) => {
    wish({ courseId: id, wanted: false })
    notify({
      text: text.removed(title),
      link: (
        <button type="button" className="ap-link" onClick={() => wish({ courseId: id, wanted: true })}>
          {text.undo}
        </button>
      ),
    })
  }
  return (
    <ListStates
      list={list}
      skeletons={<SkeletonCards count={4} />}
      titleAs="h2"
      failed={text.failed}
      empty={
        <EmptyWithLink
          titleAs="h2"
          title={text.none}
          text={text.noneHint}
          to="/marketplace"
          action={text.toMarketplace}
          variant="primary"
        />
      }
      shownOf={text.shownOf}
      more={text.showMore}
    >
      {(courses) => (
        <ul className="ap-grid">
          {courses.map((course) => (
            <WishedCard key={course.id} course={course} onRemove={() => remove(course)} />
          ))}
        </ul>
      )}
    </ListStates>
  )
}

function WishedCard({ course, onRemove }: { course: CatalogueCourse; onRemove: () => void }) {
  const text = useText(wishlistMessages)
  const language = useLanguage()
  const categoryName = useCategoryName()
  const { id, title, category, image } = course
  return (
    <Card
      layout="compact"
      titleAs="h2"
      cover={<Cover id={id} title={title} category={category} image={image} />}
      meta={categoryName(category)}
      metaEnd={otherLanguage(course, language)}
      title={<Link to={`/sp/${id}/`}>{title}</Link>}
      byline={course.instructorName}
      footer={<CoursePrice course={course} freeLabel={text.free} />}
      actions={
        <Button size="sm" variant="quiet" aria-label={text.removeNamed(title)} onClick={onRemove}>
          {text.remove}
        </Button>
      }
    />
  )
}
