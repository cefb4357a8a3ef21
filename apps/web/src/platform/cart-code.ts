/** The coupon code of the cart: stored like the cart, so that a second payment attempt finds it. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from './storage.ts'
import { createStore, useStore } from './store.ts'

const codeStore = createStore({ code: storage.read(storageKeys.cartCode) ?? '', typed: '' })

/** '' removes it. */
export function setCartCode(code: string): void {
  if (code) storage.write(storageKeys.cartCode, code)
  else storage.remove(storageKeys.cartCode)
  codeStore.setState({ code, typed: '' })
}

/** Text in the field that was not applied: nobody should pay the full price over it. */
export const setTypedCode = (typed: string): void =>
  codeStore.setState({ ...codeStore.getState(), typed: typed.trim() })

/** Continuing with a typed code applies it. True: there was one. */
export function applyTypedCode(): boolean {
  const { code, typed } = codeStore.getState()
  if (!typed || typed === code) return false
  setCartCode(typed)
  return true
}

/** As typed; only for pages rendered in the browser. */
export const useCartCode = (): string => useStore(codeStore).code
