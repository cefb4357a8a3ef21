import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type {
  ClearedBrandForm,
  SellerNoteForm,
  SellerStateForm,
} from '@apogee/contracts/businesses/seller-states.forms.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { newId } from '#web/platform/session/new-id.ts'

export const sellersQuery = (search: string, state: SellingState | '') =>
  pagedQuery({
    queryKey: ['platform', 'sellers', search, state],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listSellerRates', { query: { limit: '50', search, ...(state && { state }), cursor }, signal }),
  })

export const sellerQuery = (id: number) =>
  queryOptions({
    queryKey: ['platform', 'seller', id],
    queryFn: ({ signal }) => call('readSellerOverview', { params: { id }, signal }),
    select: ({ data }) => data,
  })

export const sellerNotesQuery = (id: number) =>
  pagedQuery({
    queryKey: ['platform', 'seller', id, 'notes'],
    readPage: (cursor, signal) =>
      call('listSellerNotes', { params: { id }, query: { limit: 20, cursor }, signal }),
  })

/**
 * Describes what the superadmin sees: the seller's state and its latest change. The server refuses an update when either has
 * changed since.
 */
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
    // The queries are also refetched after a refusal, because a refusal means that the page is out of date.
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

export function useClearBrand(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ClearedBrandForm) => call('clearBrand', { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['platform'] }),
  })
}

/** Adds a note. All attempts with the same text share a key, so that the note is added once; another text becomes another note. */
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
