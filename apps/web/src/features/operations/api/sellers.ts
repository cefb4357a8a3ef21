import type { SellingState } from '@apogee/contracts/businesses/seller-states.ts'
import type { SellerNoteForm, SellerStateForm } from '@apogee/contracts/businesses/seller-states.forms.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { newId } from '#web/platform/session/new-id.ts'

export const sellersQuery = (search: string, state: SellingState | '') =>
  infiniteQueryOptions({
    queryKey: ['platform', 'sellers', search, state],
    queryFn: ({ pageParam, signal }) =>
      call('listSellerRates', {
        query: {
          limit: '50',
          ...(search && { search }),
          ...(state && { state }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export const sellerQuery = (id: number) =>
  queryOptions({
    queryKey: ['platform', 'seller', id],
    queryFn: ({ signal }) => call('readSellerOverview', { params: { id }, signal }),
    select: ({ data }) => data,
  })

export const sellerNotesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'seller', id, 'notes'],
    queryFn: ({ pageParam, signal }) =>
      call('listSellerNotes', {
        params: { id },
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** The state and the change that the superadmin sees; the server refuses the update if they have changed. */
export interface SeenState {
  id: number
  state: SellingState
  changeId: number | null
}

export function useChangeState({ id, state, changeId }: SeenState) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: SellerStateForm) =>
      call('changeSellerState', {
        params: { id },
        body: { ...change, expectedState: state, expectedChangeId: changeId },
      }),
    // The refetch follows a refusal, too, because a refusal means that the page is out of date.
    onSettled: () => queries.invalidateQueries({ queryKey: ['platform'] }),
  })
}

export function useApproveSeller(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('approveSeller', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['platform'] }),
  })
}

/** Adds a note idempotently; another text is another note. */
export function useWriteNote(id: number) {
  const queries = useQueryClient()
  const sent = useRef({ text: '', key: '' })
  return useMutation({
    mutationFn: ({ text }: SellerNoteForm) => {
      if (sent.current.text !== text || sent.current.key === '') sent.current = { text, key: newId() }
      return call('writeSellerNote', { params: { id }, body: { text, key: sent.current.key } })
    },
    onSuccess: async () => {
      sent.current = { text: '', key: '' }
      await queries.invalidateQueries({ queryKey: sellerNotesQuery(id).queryKey })
    },
  })
}
