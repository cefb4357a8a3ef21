import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

const pageSize = 24

export const wishlistQuery = (userId: number) =>
  pagedQuery({
    queryKey: ['wishlist', userId, 'list'],
    readPage: (cursor, signal) => call('listWishlist', { query: { limit: pageSize, cursor }, signal }),
  })

export const wishQuery = (userId: number, courseId: number) =>
  queryOptions({
    queryKey: ['wishlist', userId, 'course', courseId],
    queryFn: async ({ signal }) => {
      const { data } = await call('listWishlist', { query: { courseId, limit: 1 }, signal })
      return data.length > 0
    },
  })
