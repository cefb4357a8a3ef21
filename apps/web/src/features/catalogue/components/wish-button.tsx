import { Button } from '@apogee/ui/button.tsx'
import { bookmarkIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { wishQuery } from '../api/wishlist.ts'
import { wishlistMessages } from '../messages/wishlist.en.ts'
import { useWish } from '../use-wish.ts'

export function WishButton({ userId, courseId }: { userId: number; courseId: number }) {
  const text = useText(wishlistMessages)
  const { data: isOnIt } = useQuery(wishQuery(userId, courseId))
  const wish = useWish(userId)
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={isOnIt ? 'check' : bookmarkIcon}
      aria-pressed={isOnIt ?? false}
      disabled={isOnIt === undefined}
      onClick={() => wish({ courseId, wanted: !isOnIt })}
    >
      {isOnIt ? text.onIt : text.add}
    </Button>
  )
}
