interface NativeKeyEvent {
  key: string
  keyCode: number
  isComposing: boolean
}

/**
 * Returns the name of the pressed key, or 'Process' when an input method takes the key, such as the Enter that accepts a word.
 * WebKit ends the composition before it reports such a key, and marks it only by the code 229.
 */
export function pressedKey(event: NativeKeyEvent | { nativeEvent: NativeKeyEvent }): string {
  const { key, keyCode, isComposing } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? 'Process' : key
}
