/** The discount code that goes with the cart: kept like the cart, so that trying to pay again finds it. */
import { storageKeys } from '@apogee/contracts/limits.ts'
import { create } from 'zustand'
import { storage } from './storage.ts'

const codeStore = create(() => ({ code: storage.read(storageKeys.cartCode) ?? '' }))

/** '' takes it away. */
export function setCartCode(code: string): void {
  if (code) storage.write(storageKeys.cartCode, code)
  else storage.remove(storageKeys.cartCode)
  codeStore.setState({ code })
}

/** As it was typed; for pages that are drawn in the browser only. */
export const useCartCode = (): string => codeStore(({ code }) => code)
