import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

const pageSize = 24

export const wishlistQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['wishlist', userId, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call('listWishlist', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export const wishQuery = (userId: number, courseId: number) =>
  queryOptions({
    queryKey: ['wishlist', userId, 'course', courseId],
    queryFn: async ({ signal }) => {
      const { data } = await call('listWishlist', { query: { courseId, limit: 1 }, signal })
      return data.length > 0
    },
  })
