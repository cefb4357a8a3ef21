import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { wishQuery } from './api/wishlist.ts'
import { wishlistMessages } from './messages/wishlist.en.ts'

/** Adds courses to the wishlist or removes them: the change is shown immediately and reverted when the server refuses. */
export function useWish(userId: number) {
  const text = useText(wishlistMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'wishlist' },
    mutationFn: async ({ courseId, wanted }: { courseId: number; wanted: boolean }) => {
      const request = { params: { courseId } }
      await (wanted ? call('addToWishlist', request) : call('removeFromWishlist', request))
    },
    onMutate: async ({ courseId, wanted }) => {
      const { queryKey } = wishQuery(userId, courseId)
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, wanted)
    },
    onError: (error, { courseId, wanted }) => {
      queries.setQueryData(wishQuery(userId, courseId).queryKey, !wanted)
      notify({ tone: 'danger', text: failureText(error, text.changeFailed) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['wishlist'] }),
  }).mutate
}
