/** Stores the coupon code in the same way as the cart, so that a second payment attempt uses it too. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../../platform/session/storage.ts'
import { createStore, useStore } from '../../platform/session/store.ts'

const codeStore = createStore({ code: storage.read(storageKeys.cartCode) ?? '', typed: '' })

/** An empty string removes the code. */
export function setCartCode(code: string): void {
  if (code) storage.write(storageKeys.cartCode, code)
  else storage.remove(storageKeys.cartCode)
  codeStore.setState({ code, typed: '' })
}

/** Stores typed text that was not applied, so that the buyer does not pay the full price by accident. */
export const setTypedCode = (typed: string): void =>
  codeStore.setState({ ...codeStore.getState(), typed: typed.trim() })

/** Applies a typed code when the buyer continues. Returns whether a code was typed. */
export function applyTypedCode(): boolean {
  const { code, typed } = codeStore.getState()
  if (!typed || typed === code) return false
  setCartCode(typed)
  return true
}

/** Returns the stored code at this moment, or ''. */
export const cartCode = (): string => codeStore.getState().code

/** Returns the code as it was typed. Use this hook only on pages that the browser renders. */
export const useCartCode = (): string => useStore(codeStore).code
